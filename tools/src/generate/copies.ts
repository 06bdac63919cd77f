/**
 * The contract as modules that the reference server, the conformance suite and the mirror import: they need it at run time, and a
 * published package cannot read `specs/`.
 */
import { type GraphQLSchema, isScalarType } from "graphql";
import { key, template } from "../shared/print.ts";
import type { Contract } from "../specs/contract.ts";
import { ownTypes } from "../specs/court-cases.ts";
import type { GraphqlSpecs } from "../specs/graphql.ts";
import type { Parameter } from "../specs/openapi.ts";
import { accessOf, basePathOf, isGiven, type RegisterOperation, valueFor } from "../specs/operations.ts";
import { kindOf, type ScalarKind } from "../specs/scalars.ts";
import { validating } from "../specs/shapes.ts";
import { mirrorLists } from "./mirror-lists.ts";

/** @returns the text of each file, by its path from the repository's root. */
export function copies(contract: Contract): Map<string, string> {
  const schema = schemaModule(contract.courtCases);
  const bundled = `${JSON.stringify(contract.document, null, 1)}\n`;
  return new Map([
    ["specs/register.openapi.json", bundled],
    ["conformance/src/generated/register.ts", registerModule(contract)],
    ["conformance/src/generated/court-cases.ts", schema + documentsOf(contract.courtCases)],
    ["packages/reference-server/src/generated/register.openapi.json", bundled],
    ["packages/reference-server/src/generated/court-cases.ts", schema + examplesOf(contract.courtCases)],
    ["packages/mirror/src/generated/lists.ts", mirrorLists(contract)],
  ]);
}

const registerModule = ({ document, operations }: Contract): string => `\
// Generated from specs/register.openapi.yaml by \`pnpm generate\`. Do not edit.

import type { WrittenOperation } from "../contract/shape/operation.ts";

/** What precedes the path of every operation. */
export const registerPath: string = ${JSON.stringify(basePathOf(document))};

/** The header that carries the key. */
export const keyHeader: string = ${JSON.stringify(accessOf(document).keyHeader ?? "")};

/** Where access tokens are got, as the contract states it; empty if it does not. */
export const tokenUrl: string = ${JSON.stringify(accessOf(document).tokenUrl ?? "")};

export const operations: readonly WrittenOperation[] = ${JSON.stringify(operations.map(suiteOperation), null, 1)};
`;

/** An operation as in `conformance/src/contract/shape/operation.ts`, which explains each property. */
export const suiteOperation = (
  operation: RegisterOperation,
  _index: number,
  all: readonly RegisterOperation[],
): object => ({
  id: operation.id,
  // The list of a resource is called like it, and stays so when other operations come; so is a resource's only operation.
  name:
    operation.verb === "list" || all.every(({ id, tag }) => tag !== operation.tag || id === operation.id)
      ? operation.tag
      : operation.id,
  path: operation.path,
  // A list in both representations, without parameters in its path, is what most are.
  ...(operation.answer === "object" && { answer: "object" }),
  ...(!operation.xml && { xml: false }),
  ...inPath(operation),
  xmlRoot: operation.root,
  row: operation.rowSchema,
  relations: operation.relations,
  paged: operation.paged,
  defaultLimit: operation.defaultLimit,
  declaresTotal: operation.total,
  expand: operation.expand,
  parameters: operation.parameters.map(({ name }) => name),
  given: operation.parameters.filter((one) => one.in !== "path" && isGiven(one)).flatMap(givenValues),
});

function inPath({ parameters }: RegisterOperation): { inPath?: readonly object[] } {
  const named = parameters.filter((one) => one.in === "path");
  if (named.length === 0) return {};
  return {
    inPath: named.map((parameter) => {
      const example = valueFor(parameter);
      const schema = validating({}, parameter.schema ?? {});
      return { name: parameter.name, schema, ...(example !== undefined && { example: String(example) }) };
    }),
  };
}

/** What is sent for a required parameter: of a list, each value by itself, or all of them with commas between. */
function givenValues(parameter: Parameter): object[] {
  const { name, in: place, explode = place === "query" } = parameter;
  const value = valueFor(parameter);
  const isApart = Array.isArray(value) && explode && place === "query";
  return (isApart ? value : [value]).map((one) => ({ name, in: place, value: String(one) }));
}

const schemaModule = ({ sdl, schema }: GraphqlSpecs): string => `\
// Generated from specs/court-cases.graphql and specs/operations by \`pnpm generate\`. Do not edit.

/** The GraphQL schema. */
export const sdl: string = ${template(sdl)};

/** What the scalars of the schema are in JSON, but for BigInteger and DateTime. */
export const scalars: Readonly<Record<string, "text" | "boolean" | "integer">> = ${JSON.stringify(mappedScalars(schema))};
`;

/** The scalars that have no rules of their own in suite and server, by name. */
export const mappedScalars = (schema: GraphQLSchema): Record<string, ScalarKind> =>
  Object.fromEntries(
    ownTypes(schema)
      .filter((type) => isScalarType(type) && !["BigInteger", "DateTime"].includes(type.name))
      .flatMap(({ name }) => {
        const kind = kindOf(name);
        return kind === undefined ? [] : [[name, kind]];
      }),
  );

const examplesOf = ({ examples }: GraphqlSpecs): string => `
/** A response to each operation document, as JSON. */
export const examples: Readonly<Record<string, string>> = {
${Object.entries(examples)
  .map(([name, text]) => `  ${key(name)}: ${template(text)},\n`)
  .join("")}};
`;

const documentsOf = ({ documents }: GraphqlSpecs): string => `
/** The operation documents by name: together they select every field of every type. */
export const documents: Record<string, string> = {
${documents.map(({ name, text }) => `  ${key(name)}: ${template(text)},\n`).join("")}};
`;
