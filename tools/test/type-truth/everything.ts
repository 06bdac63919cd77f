/** Consumers that use everything in a release: every operation with every parameter, every field read and written. */
import { buildSchema, type GraphQLOutputType, isListType, isNonNullType } from "graphql";
import { readShipped } from "../../src/spec-diff/graphql/documents.ts";
import { parameterType, rowType } from "../../src/spec-diff/openapi/types.ts";
import type { Specs } from "../../src/spec-diff/specs.ts";
import { type OpenApi, operationsOf, type Parameter, resolve, type Schema } from "../../src/specs/openapi.ts";

/** TypeScript expressions by type. */
const values: Record<string, string> = { string: '"x"', number: "1", boolean: "true", Int: "int" };

/** One function per operation, generic in the type of integers. */
export function everyOperation({ openapi }: Specs): string {
  const functions = operationsOf(openapi).map(({ id, operation, item }, index) => {
    const parameters = [...(operation.parameters ?? []), ...(item.parameters ?? [])].flatMap(
      (one) => resolve<Parameter>(openapi, one) ?? [],
    );
    const given = parameters.map(
      ({ name, schema = {} }) =>
        `${JSON.stringify(name)}: ${values[parameterType(name, schema).split(" ").at(-1) ?? ""] ?? "1n"}`,
    );
    const answer = operation.responses?.["200"];
    const body = resolve<Schema>(openapi, answer?.content?.["application/json"]?.schema) ?? {};
    const row = resolve<Schema>(openapi, body.items) ?? {};
    const names = parameters.map(({ name }) => name);
    const paged = names.includes("offset") && names.includes("limit");
    const headers = Object.keys(answer?.headers ?? {}).map((name) => name.toLowerCase());
    const [tag = ""] = id.split(".");
    return [
      `export async function operation${index}<Int>(register: api.RegisterClient<Int>, int: Int): Promise<unknown[]> {`,
      `  const { rows, total } = await register.${id}({ ${given.join(", ")} }).withResponse();`,
      "  type Row = (typeof rows)[number];",
      `  const full: Row = ${literal(openapi, row, true)};`,
      `  const bare: Row = ${literal(openapi, row, false)};`,
      "  const row = rows[0] ?? full;",
      ...(paged
        ? [
            `  register.${tag}.all({ limit: 1 }) satisfies AsyncIterable<Row>;`,
            `  register.${tag}.pages({ limit: 1 }) satisfies AsyncIterable<api.Page<Row>>;`,
          ]
        : []),
      ...(headers.includes("x-total-count") ? ["  total satisfies number | undefined;"] : []),
      `  return [bare, int, total, ${reads(openapi, row, "row").join(", ")}];`,
      "}",
    ].join("\n");
  });
  return functions.join("\n\n");
}

/** A row as in a user's test data: with a value in every field, or null in every optional one. */
function literal(document: OpenApi, schema: Schema, full: boolean): string {
  const fields = Object.entries(schema.properties ?? {}).map(([name, property]) => {
    const field = resolve<Schema>(document, property) ?? {};
    const filled = full || schema.required?.includes(name);
    const value = field.properties ? literal(document, field, full) : (values[rowType(field)] ?? "[]");
    return `${JSON.stringify(name)}: ${filled ? value : "null"}`;
  });
  return `{ ${fields.join(", ")} }`;
}

/** Expressions that read each field with its type. */
function reads(document: OpenApi, schema: Schema, from: string): string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const field = resolve<Schema>(document, property) ?? {};
    const path = `${from}.${name}`;
    if (field.properties) return reads(document, field, `${path}?`);
    const optional = from.endsWith("?") || !schema.required?.includes(name);
    return [`${path} satisfies ${rowType(field)}${optional ? " | null | undefined" : ""}`];
  });
}

/** One function per operation document, and types by their exported names. */
export function everyDocument({ sdl, documents }: Specs): string {
  const operations = [...readShipped(buildSchema(sdl), documents).values()];
  const functions = operations.map(({ name, variables, selections }) => {
    const given = [...variables].map(([variable, { text }]) => `${variable}: ${/String/.test(text) ? '"x"' : "1n"}`);
    const paths = [...selections].map(([path, { type }]) => ({ path, type }));
    const read = paths.flatMap(({ path, type }) => {
      const leaf = type && !paths.some((other) => other.path.startsWith(`${path}.`));
      return leaf ? [`${expression(path, paths)} satisfies ${leafType(type)}`] : [];
    });
    return [
      `export async function ${name}<Int>(courtCases: api.CourtCasesClient<Int>): Promise<unknown[]> {`,
      `  const answer = await courtCases.${name}(${given.length > 0 ? `{ ${given.join(", ")} }` : ""});`,
      `  return [${read.join(", ")}];`,
      "}",
    ].join("\n");
  });
  const types = operations.flatMap((operation) => [...operation.types.keys()]);
  const names = [...new Set(types)].map((name, index) => `export type Type${index} = api.${name};`);
  return [...functions, ...names].join("\n\n");
}

/** `predmet.pismena.datum` as `answer?.pismena?.[0]?.datum`. */
function expression(path: string, paths: { path: string; type: GraphQLOutputType | undefined }[]): string {
  const steps = path.split(".");
  return steps
    .map((step, index) => {
      const type = paths.find((one) => one.path === steps.slice(0, index + 1).join("."))?.type;
      const list = type !== undefined && isListType(isNonNullType(type) ? type.ofType : type);
      return `${index === 0 ? "answer" : step}${list ? "?.[0]" : ""}`;
    })
    .join("?.");
}

function leafType(type: GraphQLOutputType): string {
  const name = String(type).replace(/!$/, "");
  const value = { BigInteger: "Int", Boolean: "boolean" }[name] ?? "string";
  return isNonNullType(type) ? `${value} | undefined` : `${value} | null | undefined`;
}
