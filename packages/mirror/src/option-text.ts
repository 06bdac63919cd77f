/** Texts that name options. A program, a command and a page have other names for one option, and write the text with their own. */

/** An option in a text, by its name in a program; with the value to give it, if the text proposes one. */
export interface NamedOption {
  readonly option: string;
  readonly value?: string | undefined;
}

/** A text in its parts. */
export type OptionText = readonly (string | NamedOption)[];

export const option = (name: string, value?: string | number): NamedOption => ({
  option: name,
  ...(value === undefined ? {} : { value: String(value) }),
});

/** Joins texts, values and options. */
export const say = (
  strings: TemplateStringsArray,
  ...values: readonly (OptionText | NamedOption | string | number)[]
): OptionText =>
  strings.flatMap((string, index) => {
    const value = values[index] ?? "";
    return [string, ...(typeof value === "object" && "length" in value ? value : [partOf(value)])];
  });

const partOf = (value: NamedOption | string | number): string | NamedOption =>
  typeof value === "number" ? String(value) : value;

/** Writes a text with the names that options have somewhere. */
export const writeText = (parts: OptionText | string, name: (option: NamedOption) => string = forPrograms): string =>
  typeof parts === "string" ? parts : parts.map((part) => (typeof part === "string" ? part : name(part))).join("");

/** As in a program: `since: 5`. */
const forPrograms = ({ option: name, value }: NamedOption): string =>
  value === undefined ? name : `${name}: ${value}`;

/** Options of programs that commands take otherwise than by a flag of that name. */
const flags: Readonly<Record<string, string>> = {
  subscriptionKey: "--key",
  graphqlHeaders: "--graphql-header",
  clientSecret: "COURT_REGISTER_CLIENT_SECRET",
  authentication: "--client-auth",
  lists: "--list",
};

/** As in a command: `--since 5`. */
export const forCommands = ({ option: name, value }: NamedOption): string => {
  const flag = flags[name] ?? `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  return value === undefined ? flag : `${flag} ${value}`;
};

/** As in a query, and in what a tool is asked: `since=5`. */
export const forQueries = ({ option: name, value }: NamedOption): string => {
  const parameter = name === "lists" ? "list" : name;
  return value === undefined ? parameter : `${parameter}=${value}`;
};
