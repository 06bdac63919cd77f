/** Codegen plugin: the client's methods as a documented interface. */
import type { PluginFunction } from "@graphql-codegen/plugin-helpers";
import { isNonNullType } from "graphql";
import { docComment } from "../../../shared/print.ts";
import { deprecation, type Query, readQueries, variablesType } from "../../../specs/queries.ts";
import { printVariable, resultOf } from "../surface.ts";

export const plugin: PluginFunction = (schema, documents) => {
  const queries = readQueries(schema, documents);
  const types = queries.flatMap((query) => {
    const { name } = resultOf(query);
    return [...(query.hasVariables ? [variablesType(query.name)] : []), ...(name === undefined ? [] : [name])];
  });
  return `\
import type { CallOptions, Lookup } from "../options.ts";
import type {
${[...new Set(types)].map((type) => `  ${type},\n`).join("")}} from "./types.ts";

/** A method for each operation document. \`Int\` is the type of integers: \`number\`, or \`bigint\` with \`integers: "bigint"\`. */
export interface Operations<Int = number> {
${queries.map(printMethod).join("\n")}}
`;
};

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
