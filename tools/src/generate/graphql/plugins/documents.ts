/**
 * Codegen plugin: the operation documents as minified typed strings, and the part of the schema that the runtime needs to find the
 * integers in a response.
 */
import type { PluginFunction } from "@graphql-codegen/plugin-helpers";
import { Kind, print, stripIgnoredCharacters } from "graphql";
import { docComment, literal } from "../../../shared/print.ts";
import { integerFields, type Query, readQueries, resultType, variablesType } from "../../../specs/queries.ts";

export const plugin: PluginFunction = (schema, files) => {
  const queries = readQueries(schema, files);
  const types = queries.flatMap(({ name, hasVariables }) =>
    hasVariables ? [resultType(name), variablesType(name)] : [resultType(name)],
  );
  return `\
import type { Document } from "../document.ts";
import type {
${types.map((type) => `  ${type},\n`).join("")}} from "./types.ts";

/** Fields that are integers: by name, or with the field above, where the name alone could be another. */
export const integerFields: readonly string[] = [${integerFields(schema).map(literal).join(", ")}];

/** The document of each method, for use with other GraphQL clients. Integers are typed as a JSON parser gives them. */
export const documents = {
${queries.map(printDocument).join("\n")}};
`;
};

function printDocument(operation: Query): string {
  const { name, hasVariables, root } = operation;
  const types = hasVariables ? `${resultType(name)}, ${variablesType(name)}` : resultType(name);
  const doc = docComment([`${root.field.description ?? name}`], "  ");
  return `${doc}\n  ${name}: (${quote(documentText(operation))}) as Document<${types}>,\n`;
}

/**
 * The text that is sent. An operation with variables has its selection in a fragment, `query name(…){field(…){...f}}fragment f …`,
 * so that the runtime can batch many into one query without repeating the selection.
 */
function documentText({ name, node, hasVariables, root }: Query): string {
  if (!hasVariables || root.below === undefined || root.node.selectionSet === undefined) {
    return stripIgnoredCharacters(print(node));
  }
  const spread = { kind: Kind.FRAGMENT_SPREAD, name: { kind: Kind.NAME, value: `${name}Fields` } } as const;
  const call = { ...root.node, selectionSet: { kind: Kind.SELECTION_SET, selections: [spread] } } as const;
  const query = { ...node, selectionSet: { kind: Kind.SELECTION_SET, selections: [call] } } as const;
  const fragment = `fragment ${name}Fields on ${root.below.type.name} ${print(root.node.selectionSet)}`;
  return stripIgnoredCharacters(`${print(query)}\n${fragment}`);
}

/** A string literal, split into lines of readable length; minifiers join them again. */
function quote(text: string): string {
  const lines = text.match(/.{1,100}(?:[ {}]|$)|.{1,100}/gs) ?? [];
  return lines.map(literal).join(" +\n    ");
}
