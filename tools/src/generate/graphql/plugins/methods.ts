/** Codegen plugin: the calls of the client, and their documented interface. */
import type { PluginFunction } from "@graphql-codegen/plugin-helpers";
import { isNonNullType } from "graphql";
import { docComment, literal } from "../../../shared/print.ts";
import {
  deprecation,
  holdsInteger,
  type Query,
  readQueries,
  resultType,
  variablesType,
} from "../../../specs/queries.ts";
import { printVariable, resultOf } from "../surface.ts";

export const plugin: PluginFunction = (schema, documents) => {
  const queries = readQueries(schema, documents);
  const types = queries.flatMap((query) => {
    const { name } = resultOf(query);
    const variables = query.hasVariables ? [variablesType(query.name)] : [];
    return [resultType(query.name), ...variables, ...(name === undefined ? [] : [name])];
  });
  const lookupType = queries.some(({ hasVariables }) => hasVariables) ? ", Lookup" : "";
  return `\
import type { CourtCasesCaller, Operation } from "../many.ts";
import type { CallOptions${lookupType} } from "../options.ts";
import { documents } from "./documents.ts";
import type {
${[...new Set(types)].map((type) => `  ${type},\n`).join("")}} from "./types.ts";

/** A method for each operation document. \`Int\` is the type of integers: \`number\`, or \`bigint\` with \`integers: "bigint"\`. */
export interface Operations<Int = number> {
${queries.map(printMethod).join("\n")}}

/** Makes the methods of what makes their calls. */
export const courtCasesOperations = <Int>(call: CourtCasesCaller): Operations<Int> => {
${queries.map(printOperation).join("")}  return {
${queries.map(printCall).join("")}  };
};
`;
};

/** What the call of an operation sends, and which field of its result it returns. */
function printOperation({ name, hasVariables, root, selection }: Query): string {
  const result = holdsInteger(selection) ? `${resultType(name)}<Int>` : resultType(name);
  const types = [result, literal(root.key), ...(hasVariables ? [variablesType(name)] : [])].join(", ");
  return `\
  const ${name}Query: Operation<${types}> = {
    name: ${literal(name)},
    field: ${literal(root.key)},
    document: documents.${name},
  };
`;
}

const printCall = ({ name, hasVariables }: Query): string =>
  hasVariables
    ? `    ${name}: call.lookup(${name}Query),\n`
    : `    ${name}: (options) => call.one(${name}Query, options),\n`;

function printMethod(operation: Query): string {
  const { name, hasVariables, root, variables } = operation;
  const { text } = resultOf(operation);
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
    ? `readonly ${name}: Lookup<${variablesType(name)}, ${text}>;`
    : `${name}(options?: CallOptions): Promise<${text}>;`;
  return `${doc}\n  ${member}\n`;
}
