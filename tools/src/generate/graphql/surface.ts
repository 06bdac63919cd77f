/** The client's methods as a documented interface, and their list in `api.md`. */
import { type GraphQLOutputType, getNamedType, isListType, isNonNullType } from "graphql";
import { docComment, markdown } from "../../shared/print.ts";
import { deprecation, holdsInteger, isWhole, type Query, resultType, variablesType } from "../../specs/queries.ts";
import { scalarTypes } from "../../specs/scalars.ts";

/** The interface of the client's methods. */
export function operationsModule(queries: readonly Query[]): string {
  const types = queries.flatMap((query) => [
    ...(query.hasVariables ? [variablesType(query.name)] : []),
    ...(resultOf(query).imported ?? []),
  ]);
  return `\
import type { CallOptions, Lookup } from "../options.ts";
import type {
${[...new Set(types)].map((type) => `  ${type},\n`).join("")}} from "./types.ts";

/** A method for each operation document. \`Int\` is the type of integers: \`number\`, or \`bigint\` with \`integers: "bigint"\`. */
export interface Operations<Int = number> {
${queries.map(printMethod).join("\n")}}
`;
}

function printMethod(operation: Query): string {
  const { name, hasVariables, root, variables } = operation;
  const { type } = resultOf(operation);
  const answers = isNonNullType(root.field.type) ? "" : " Returns `null` if the service has none.";
  const doc = docComment(
    [
      `${root.field.description ?? name}${answers}`,
      ...variables.map(printVariable),
      "@throws RegisterError, with a `kind` that says what went wrong.",
      ...deprecation(root.field),
    ],
    "  ",
  );
  const member = hasVariables
    ? `readonly ${name}: Lookup<${variablesType(name)}, ${type}>;`
    : `${name}(options?: CallOptions): Promise<${type}>;`;
  return `${doc}\n  ${member}\n`;
}

/** A variable in a list. Text instead of the tag `@deprecated`, which would be about the whole method. */
const printVariable = ({ name, type, description, deprecated }: Query["variables"][number]): string =>
  [`- \`${name}\`: ${description} \`${type}\``, ...deprecated.map(inText)].join(" ");

const inText = (deprecation: string): string => deprecation.replace("@deprecated", "Deprecated:");

/** The type that a method resolves to, and the name to import for it. */
function resultOf({ name, root }: Query): { type: string; imported?: string[] } {
  const { below } = root;
  if (below === undefined) {
    const { name: scalar } = getNamedType(root.field.type);
    const type = scalarTypes[scalar]?.output ?? scalar;
    return { type: wrap(root.field.type, type === "BigInteger" ? "Int" : type) };
  }
  const type = isWhole(below) ? below.type.name : `${resultType(name)}_${root.key}`;
  return { type: wrap(root.field.type, holdsInteger(below) ? `${type}<Int>` : type), imported: [type] };
}

function wrap(type: GraphQLOutputType, name: string): string {
  if (isNonNullType(type)) return wrap(type.ofType, name).replace(/ \| null$/, "");
  return isListType(type) ? `(${wrap(type.ofType, name)})[] | null` : `${name} | null`;
}

/** `api.md`: every operation, with its variables and its result. */
export const apiList = (queries: readonly Query[]): string => `\
# Operations of @court-register/graphql

\`const courtCases = createCourtCasesClient({ url })\`, then:

${queries.map(describe).join("\n")}
## request

A typed document of your own.

\`courtCases.request(document, variables, options)\` returns the data that the document selects.
`;

function describe(query: Query): string {
  const { name, hasVariables, variables, root } = query;
  const type = resultOf(query).type.replaceAll("<Int>", "");
  const key = `{ ${variables.map((variable) => variable.name).join(", ")} }`;
  const many = `\`courtCases.${name}.many([${key}, …], options)\` returns \`(${type} | RegisterError)[]\`.`;
  return [
    `## ${name}\n`,
    `${markdown(root.field.description ?? name)}\n`,
    ...deprecation(root.field).map((reason) => `${markdown(inText(reason))}\n`),
    `\`courtCases.${name}(${hasVariables ? `${key}, ` : ""}options)\` returns \`${type}\`.`,
    ...(hasVariables ? [many] : []),
    "",
    ...variables.map(({ description, deprecated, ...variable }) =>
      printVariable({
        ...variable,
        description: markdown(description),
        deprecated: deprecated.map((reason) => markdown(reason)),
      }),
    ),
    ...(hasVariables ? [""] : []),
  ].join("\n");
}
