/**
 * Codegen plugin: turns the types that typescript-operations prints into interfaces named after the schema, with the SDL's
 * descriptions as docstrings and a type parameter for integers.
 */
import type { PluginFunction } from "@graphql-codegen/plugin-helpers";
import { plugin as typescriptOperations } from "@graphql-codegen/typescript-operations";
import { getNamedType } from "graphql";
import { docComment } from "../../shared/print.ts";
import {
  deprecation,
  holdsInteger,
  isWhole,
  type Query,
  readQueries,
  resultType,
  type Selection,
  variablesType,
} from "../../specs/queries.ts";
import { scalarTypes } from "../../specs/scalars.ts";

/** Makes typescript-operations print what this plugin parses. */
export const typescriptOperationsConfig: Record<string, unknown> = {
  strictScalars: true,
  scalars: scalarTypes,
  extractAllFieldsToTypesCompact: true,
  printFieldsOnNewLines: true,
  skipTypename: true,
};

/** A type's name here, its docstring and those of its fields, and whether it has a type parameter for integers. */
interface Description {
  name: string;
  doc: string;
  docs: Map<string, string[]>;
  generic: boolean;
}

/** A type to print, its fields as pairs of docstring and declaration; each docstring as its paragraphs. */
interface Body {
  doc: string;
  generic: boolean;
  fields: [string[], string][];
}

export const plugin: PluginFunction = async (schema, documents, config, info) => {
  const stock = await typescriptOperations(schema, documents, config, info);
  const blocks = readBlocks(typeof stock === "string" ? stock : stock.content);
  const printed = new Map<string, Description>();
  for (const operation of readQueries(schema, documents)) describeOperation(operation, printed);
  const rename = (text: string): string => text.replace(/\w+/g, (word) => printed.get(word)?.name ?? word);

  const bodies = new Map<string, Body>();
  for (const [stockName, { name, doc, generic, docs }] of printed) {
    const lines = blocks.get(stockName);
    if (lines === undefined) throw new Error(`typescript-operations did not print ${stockName}.`);
    const fields = lines.map((line): [string[], string] => {
      const fieldDoc = docs.get(/^(\w+)\??:/.exec(line)?.[1] ?? "");
      if (fieldDoc === undefined) throw new Error(`typescript-operations printed ${line} in ${stockName}.`);
      return [fieldDoc, rename(line)];
    });
    bodies.set(name, { doc, generic, fields });
  }
  return print(bodies);
};

/** Each `export type X = { … }` that typescript-operations printed, as the lines between the braces. */
function readBlocks(text: string): Map<string, string[]> {
  const blocks = new Map<string, string[]>();
  for (const [, name = "", body = ""] of text.matchAll(/export type (\w+) = (?:Exact<)?\{([^}]*)\}>?;/g)) {
    blocks.set(
      name,
      body
        .split("\n")
        .map((line) => line.trim().replace(/[,;]$/, ""))
        .filter((line) => line !== ""),
    );
  }
  return blocks;
}

function describeOperation(
  { name, hasVariables, variables, selection }: Query,
  printed: Map<string, Description>,
): void {
  const stockName = resultType(name);
  describeSelection(stockName, stockName, `Result of the document \`${name}\`.`, selection, printed);
  if (!hasVariables) return;
  const docs = new Map(
    variables.map(({ name: variable, type, description, deprecated }) => [
      variable,
      [describe(description, type.replace("!", "")), ...deprecated],
    ]),
  );
  const doc = `Variables of the document \`${name}\`.`;
  printed.set(variablesType(name), { name: variablesType(name), doc, docs, generic: false });
}

/** A type that is selected whole is named after the schema's; a partial selection keeps the name that typescript-operations gives it. */
function describeSelection(
  stockName: string,
  name: string,
  doc: string,
  selection: Selection,
  printed: Map<string, Description>,
): void {
  const docs = new Map(
    [...selection.fields].map(([key, { field }]) => [
      key,
      [describe(field.description, getNamedType(field.type).name), ...deprecation(field)],
    ]),
  );
  for (const [key, { field, below }] of selection.fields) {
    if (below === undefined) continue;
    const path = `${stockName}_${key}`;
    const typeDoc = `${below.type.description ?? getNamedType(field.type).name} Type \`${below.type.name}\`.`;
    describeSelection(path, isWhole(below) ? below.type.name : path, typeDoc, below, printed);
  }
  printed.set(stockName, { name, doc, docs, generic: holdsInteger(selection) });
}

/** The description of a field or argument in the SDL, and the meaning of its scalar. */
function describe(description: string | null | undefined, type: string): string {
  const units: Record<string, string> = { BigInteger: "Integer of any size.", DateTime: "Date and time, ISO 8601." };
  return [description, units[type]].filter(Boolean).join(" ");
}

/** Prints the interfaces. Each that contains a BigInteger, at any depth, has a type parameter. */
function print(bodies: Map<string, Body>): string {
  // Not the field's own name, which may be that of a type.
  const typed = (line: string): string =>
    line.replace(/\w+\b(?!\??:)/g, (word) =>
      word === "BigInteger" ? "Int" : bodies.get(word)?.generic ? `${word}<Int>` : word,
    );
  return [...bodies]
    .map(([name, { doc, generic, fields }]) => {
      const lines = fields.map(([fieldDoc, line]) => `${docComment(fieldDoc, "  ")}\n  ${typed(line)};\n`).join("");
      return `${docComment([doc], "")}\nexport interface ${name}${generic ? "<Int = number>" : ""} {\n${lines}}\n`;
    })
    .join("\n");
}
