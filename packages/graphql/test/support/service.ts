import { readFileSync } from "node:fs";
import {
  buildSchema,
  GraphQLError,
  type GraphQLOutputType,
  GraphQLScalarType,
  type GraphQLSchema,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
} from "graphql";
import { createSchema, createYoga } from "graphql-yoga";
import { listenScripted, type SeenRequest, type TestServer } from "./http.ts";

/** Marks text that `JSON.stringify` writes verbatim; TypeScript does not know of it yet. */
const { rawJSON } = JSON as unknown as { rawJSON: (text: string) => unknown };

const specs = new URL("../../../../specs/", import.meta.url);
/** The contract's schema. */
export const sdl: string = readFileSync(new URL("court-cases.graphql", specs), "utf8");

/** An object of the contract; integers as bigint. An error stands for a field that fails. */
export type Row = Record<string, unknown>;

export interface ServiceData {
  posljednjeAzuriranje?: unknown;
  sudovi?: (Row | null)[] | null;
  vrstaUpisnika?: (Row | null)[] | null;
  /** Cases by mark and court: `Ovr-1/2015@7`. */
  predmeti?: Record<string, unknown>;
}

/** Resolvers with a value for what is never null: rows of a test need not name what the contract requires. */
function neverNull(schema: GraphQLSchema): Record<string, Record<string, (row: Row) => unknown>> {
  const types = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith("__"));
  return Object.fromEntries(
    types.filter(isObjectType).map((type) => {
      const required = Object.values(type.getFields()).filter((field) => isNonNullType(field.type));
      const resolvers = required.map(({ name, type: of }) => [name, (row: Row) => row[name] ?? someValue(of)] as const);
      return [type.name, Object.fromEntries(resolvers)];
    }),
  );
}

function someValue(type: GraphQLOutputType): unknown {
  if (isNonNullType(type)) return someValue(type.ofType);
  if (isListType(type)) return [];
  if (isEnumType(type)) return type.getValues()[0]?.name;
  if (isObjectType(type)) return {};
  return { BigInteger: 0n, Int: 0, Boolean: false }[String(type)] ?? "";
}

/**
 * A GraphQL server over HTTP with the contract's schema and exact integers.
 *
 * @param options.integers - Whether integers are written as JSON numbers or as text.
 */
export async function startService(
  data: ServiceData,
  options: { integers?: "number" | "string" } = {},
): Promise<TestServer & { url: string; seen: SeenRequest[] }> {
  const write = (value: unknown): unknown => (options.integers === "string" ? String(value) : rawJSON(String(value)));
  const bigInteger = new GraphQLScalarType({
    name: "BigInteger",
    serialize: write,
    parseValue: (value) => BigInt(value as string | number | bigint),
    parseLiteral: (node) => (node.kind === Kind.INT || node.kind === Kind.STRING ? BigInt(node.value) : undefined),
  });
  const raise = (value: unknown): unknown => {
    if (value instanceof Error) throw new GraphQLError(value.message);
    return value;
  };
  const yoga = createYoga({
    logging: false,
    maskedErrors: false,
    schema: createSchema({
      typeDefs: sdl,
      resolvers: {
        ...neverNull(buildSchema(sdl)),
        BigInteger: bigInteger,
        Query: {
          posljednjeAzuriranje: () => raise(data.posljednjeAzuriranje ?? null),
          sudovi: () => data.sudovi ?? null,
          vrstaUpisnika: () => data.vrstaUpisnika ?? null,
          predmet: (_: unknown, { oznakaBroj, sud }: { oznakaBroj?: string; sud?: bigint }) =>
            raise(data.predmeti?.[`${oznakaBroj}@${sud}`] ?? null),
        },
      },
    }),
  });
  const server = await listenScripted(async ({ method, url, headers, body }, response) => {
    const exact = JSON.parse(body, (_key, value, context?: { source?: string }) =>
      typeof value === "number" && !Number.isSafeInteger(value) ? BigInt(context?.source ?? value) : value,
    );
    const result = await yoga.fetch(new URL(url ?? "/", "http://service.invalid"), {
      method: method ?? "POST",
      headers: headers as Record<string, string>,
      body: JSON.stringify(exact, (_key, value) => (typeof value === "bigint" ? String(value) : value)),
    });
    response.writeHead(result.status, Object.fromEntries(result.headers));
    response.end(await result.text());
  });
  return Object.assign(server, { url: `${server.origin}/graphql` });
}
