import { minSecretLength, redactor } from "./redact.ts";

/** Options and variables whose value is a secret, or headers with one. A URL to post to may lead there by what it holds. */
const secretOption = /^--(?:key|header|graphql-header|post)$/;
const secretVariable = /^(?:COURT_REGISTER_(?:KEY|HEADERS|GRAPHQL_HEADERS|CLIENT_SECRET|WEBHOOK_SECRET)|PGPASSWORD)$/;

/** Minimum length of a secret that is a part of a header's value: a shorter one may be a name or a scheme, such as `Bearer`. */
const minPartLength = 8;

/** What of a header's value nobody may see: all of it, what follows a scheme, and its parts, as a service may quote one of several cookies. */
export const secretsInHeader = (value: string): string[] => [
  value.trim(),
  value.trim().split(" ").at(-1) ?? "",
  ...value.split(/[\s;,="]+/).filter(({ length }) => length >= minPartLength),
];

/** The same of a key, or of headers, a line each: `Name: value`. */
const secretsIn = (given: string): string[] =>
  given.split(/\r?\n/).flatMap((line) => {
    const [, space, value] = /^\s*[\w-]+:(\s*)(.*)$/s.exec(line) ?? [];
    // Without a blank, it may be a key with a colon.
    return [...(space ? [] : secretsInHeader(line)), ...(value === undefined ? [] : secretsInHeader(value))];
  });

/** Where URLs have a password, such as those of a database or of a proxy; and where one has it that is no URL because of a slash in it. */
const inUrl = [/:\/\/[^\s:/@]*:([^\s/?#]+)@/g, /[?&](?:ssl)?password=([^\s&#]+)/g];
const inOtherText = /:\/\/[^\s:/@]*:(\S+)@/g;

/** The passwords in a text, as they are written and as they are meant. One that is too short to be sought is known by what is around it. */
export const passwordsIn = (text: string): string[] =>
  [...inUrl, ...(URL.canParse(text) ? [] : [inOtherText])]
    .flatMap((pattern) => [...text.matchAll(pattern)])
    .flatMap(([place, password = ""]) => (password.length < minSecretLength ? [place] : [password, decoded(password)]));

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** What a process was given that nobody else may see. */
function secretsGiven(argv: readonly string[], env: NodeJS.ProcessEnv): string[] {
  const options = argv.flatMap((argument, index) => {
    const [, name = "", value] = /^(--[^=]+)(?:=(.*))?$/s.exec(argument) ?? [];
    return secretOption.test(name) ? secretsIn(value ?? argv[index + 1] ?? "") : passwordsIn(argument);
  });
  const variables = Object.entries(env).flatMap(([name, value = ""]) =>
    secretVariable.test(name) ? secretsIn(value) : passwordsIn(value),
  );
  return [...options, ...variables];
}

/** A text, such as what an error says, without what this process was given as a secret, in whichever spelling. */
export const withoutSecrets = (
  text: string,
  argv: readonly string[] = process.argv,
  env: NodeJS.ProcessEnv = process.env,
): string => redactor(secretsGiven(argv, env))(text);
