/**
 * Turns the types that typescript-operations prints into interfaces named after the schema, with the SDL's descriptions as docstrings
 * and a type parameter for integers.
 */
import { plugin as typescriptOperations } from "@graphql-codegen/typescript-operations";
import { getNamedType } from "graphql";
import { docComment } from "../../shared/print.ts";
import type { GraphqlSpecs } from "../../specs/graphql.ts";
import {
  deprecation,
  holdsInteger,
  isWhole,
  type Query,
  resultType,
  type Selection,
  variablesType,
} from "../../specs/queries.ts";
import { scalarTypes } from "../../specs/scalars.ts";

/** Makes typescript-operations print what `readBlocks` parses. */
const typescriptOperationsConfig = {
  scalars: scalarTypes,
  extractAllFieldsToTypesCompact: true,
  printFieldsOnNewLines: true,
  skipTypename: true,
};

/** What a type that typescript-operations prints becomes. */
interface Interface {
  name: string;
  doc: string;
  /** Whether it contains a BigInteger, at any depth: then it has a type parameter for it. */
  generic: boolean;
  /** The docstrings of its fields, each as its paragraphs. */
  docs: Map<string, string[]>;
}

export async function typesModule({ schema, documents }: GraphqlSpecs, queries: readonly Query[]): Promise<string> {
  const stock = await typescriptOperations(schema, documents, typescriptOperationsConfig, { outputFile: "types.ts" });
  const blocks = readBlocks(typeof stock === "string" ? stock : stock.content);
  const interfaces = new Map(queries.flatMap(interfacesOf));
  // One that several documents select whole is printed once.
  const printed = new Map<string, string>();
  for (const [stockName, described] of interfaces) {
    const lines = blocks.get(stockName);
    if (lines === undefined) throw new Error(`typescript-operations did not print ${stockName}.`);
    printed.set(described.name, print(described, lines, interfaces));
  }
  return [...printed.values()].join("\n");
}

/** Each `export type X = { … }` that typescript-operations printed, as the lines between the braces. */
function readBlocks(text: string): Map<string, string[]> {
  const blocks = text.matchAll(/export type (\w+) = (?:Exact<)?\{([^}]*)\}>?;/g);
  return new Map(
    [...blocks].map(([, name = "", body = ""]) => [
      name,
      body
        .split("\n")
        .map((line) => line.trim().replace(/[,;]$/, ""))
        .filter((line) => line !== ""),
    ]),
  );
}

/** The interfaces of a query, each by the name that typescript-operations gives it, and after those that it refers to. */
function interfacesOf({ name, hasVariables, variables, selection }: Query): [stockName: string, Interface][] {
  const [result, given] = [resultType(name), variablesType(name)];
  const interfaces = ofSelection(result, result, `Result of the document \`${name}\`.`, selection);
  if (!hasVariables) return interfaces;
  const docs = new Map(
    variables.map(({ name: variable, type, description, deprecated }) => [
      variable,
      [describe(description, type.replace("!", "")), ...deprecated],
    ]),
  );
  return [...interfaces, [given, { name: given, doc: `Variables of the document \`${name}\`.`, docs, generic: false }]];
}

/** A type that is selected whole is named after the schema's; a partial selection keeps the name that typescript-operations gives it. */
function ofSelection(
  stockName: string,
  name: string,
  doc: string,
  selection: Selection,
): [stockName: string, Interface][] {
  const fields = [...selection.fields];
  const below = fields.flatMap(([key, { below }]) => {
    if (below === undefined) return [];
    const path = `${stockName}_${key}`;
    const { name: type, description } = below.type;
    return ofSelection(path, isWhole(below) ? type : path, `${description ?? type} Type \`${type}\`.`, below);
  });
  const docs = new Map(
    fields.map(([key, { field }]) => [
      key,
      [describe(field.description, getNamedType(field.type).name), ...deprecation(field)],
    ]),
  );
  return [...below, [stockName, { name, doc, docs, generic: holdsInteger(selection) }]];
}

/** The description of a field or argument in the SDL, and the meaning of its scalar. */
function describe(description: string | null | undefined, type: string): string {
  const units: Record<string, string> = { BigInteger: "Integer of any size.", DateTime: "Date and time, ISO 8601." };
  return [description, units[type]].filter(Boolean).join(" ");
}

function print({ name, doc, docs, generic }: Interface, lines: string[], interfaces: Map<string, Interface>): string {
  const typeOf = (word: string): string => {
    const { name, generic } = interfaces.get(word) ?? { name: word === "BigInteger" ? "Int" : word, generic: false };
    return generic ? `${name}<Int>` : name;
  };
  const fields = lines.map((line) => {
    const [, key = "", type = ""] = /^(\w+)\??: (.*)$/.exec(line) ?? [];
    const fieldDoc = docs.get(key);
    if (fieldDoc === undefined) throw new Error(`typescript-operations printed ${line} in ${name}.`);
    return `${docComment(fieldDoc, "  ")}\n  ${line.slice(0, -type.length)}${type.replace(/\w+/g, typeOf)};\n`;
  });
  return `${docComment([doc], "")}\nexport interface ${name}${generic ? "<Int = number>" : ""} {\n${fields.join("")}}\n`;
}
