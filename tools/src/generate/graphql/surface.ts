/** Codegen plugins: the methods of the client as a documented interface, and the list of them in `api.md`. */
import type { PluginFunction } from "@graphql-codegen/plugin-helpers";
import { type GraphQLArgument, type GraphQLOutputType, isListType, isNonNullType } from "graphql";
import { answerType, holdsInteger, isWhole, type Operation, readOperations, variablesType } from "./model.ts";

/** The interface of the client's methods. */
export const methods: { plugin: PluginFunction } = {
  plugin: (schema, files) => {
    const operations = readOperations(schema, files);
    const types = operations.flatMap(({ name, takes, ...operation }) => [
      ...(takes ? [variablesType(name)] : []),
      ...(answer({ name, takes, ...operation }).imported ?? []),
    ]);
    const integers = operations.some(({ selection }) => holdsInteger(selection)) ? "<Int = number>" : "";
    return [
      `import type { CallOptions, Lookup } from "../options.ts";`,
      `import type {\n${types.map((type) => `  ${type},\n`).join("")}} from "./types.ts";\n`,
      '/** A method for each operation document. `Int` is the type of integers: `number`, or `bigint` with `integers: "bigint"`. */',
      `export interface Operations${integers} {\n${operations.map(printMethod).join("\n")}}\n`,
    ].join("\n");
  },
};

function printMethod(operation: Operation): string {
  const { name, takes, root } = operation;
  const { type } = answer(operation);
  const lines = [
    `${root.field.description} ${absence(root.field.type)}`,
    "",
    ...root.field.args.map((argument) => `- \`${argument.name}\`: ${describeArgument(argument)}`),
    ...(root.field.args.length > 0 ? [""] : []),
    "Contract, section 4.8.",
    "@throws RegisterError, with a `kind` that says what went wrong.",
  ];
  const doc = `  /**\n${lines.map((line) => `   * ${line}`.trimEnd()).join("\n")}\n   */\n`;
  const member = takes
    ? `readonly ${name}: Lookup<${variablesType(name)}, ${type}>;`
    : `${name}(options?: CallOptions): Promise<${type}>;`;
  return `${doc}  ${member}\n`;
}

/** The type of what a method answers with, and the name it imports for that. */
function answer({ name, root, selection }: Operation): { type: string; imported?: string[] } {
  const below = selection.fields.get(root.key)?.below;
  if (below === undefined) return { type: wrap(root.field.type, "string") };
  const type = isWhole(below) ? below.type.name : `${answerType(name)}_${root.key}`;
  return { type: wrap(root.field.type, holdsInteger(below) ? `${type}<Int>` : type), imported: [type] };
}

function wrap(type: GraphQLOutputType, name: string): string {
  if (isNonNullType(type)) return wrap(type.ofType, name).replace(/ \| null$/, "");
  return isListType(type) ? `(${wrap(type.ofType, name)})[] | null` : `${name} | null`;
}

const absence = (type: GraphQLOutputType): string =>
  isNonNullType(type) ? "" : `Answers \`null\` where the service has none.`;

const describeArgument = ({ description, type }: GraphQLArgument): string => `${description} \`${type}\``;

/** `api.md`: every operation, what it takes and answers with. */
export const list: { plugin: PluginFunction } = {
  plugin: (schema, files) => {
    const operations = readOperations(schema, files);
    const row = ({ name, takes, root }: Operation): string[] => {
      const args = root.field.args.map(({ name: argument }) => argument).join(", ");
      const takesText = root.field.args
        .map((argument) => `\`${argument.name}\`: ${describeArgument(argument)}`)
        .join("<br>");
      const cells = (call: string, returns: string): string =>
        `| ${[`\`courtCases.${call}\``, root.field.description, takesText || "nothing", `\`${returns}\``].join(" | ")} |`;
      return [
        cells(takes ? `${name}({ ${args} })` : `${name}()`, String(root.field.type)),
        ...(takes ? [cells(`${name}.many([{ ${args} }, …])`, `[${root.field.type} or error]`)] : []),
      ];
    };
    return [
      "# Operations\n",
      "Every operation of `@court-register/graphql`. Types are those of the contract, sections 2.4 and 4.8; a type without `!` may be",
      "`null`. A last parameter of each method holds options for this call (`signal`, `timeoutMs`, …).\n",
      "| method | what | takes | answers |",
      "|---|---|---|---|",
      ...operations.flatMap(row),
      "| `courtCases.request(document, variables)` | Your own typed document. | its variables | its data |",
      "",
    ].join("\n");
  },
};
