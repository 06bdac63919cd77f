import fc from "fast-check";
import { buildSchema, type GraphQLField, type GraphQLObjectType, getNamedType, isObjectType } from "graphql";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cases } from "../src/contract/contract.ts";
import { courtCase } from "../src/data/court-cases.ts";
import { type Fixture, serve } from "./support/client.ts";

let fixture: Fixture;

beforeAll(async () => {
  fixture = await serve({ rows: 100 });
});
afterAll(() => fixture[Symbol.asyncDispose]());

const schema = buildSchema(cases.sdl);
/** A case that the server has. */
const known = courtCase(1, 0);
const mark = fc.oneof(
  fc.constantFrom(String(known.oznakaBroj), "P-1/2020", ""),
  fc.string({ unit: "binary", maxLength: 15 }),
);
const number = fc.oneof(fc.integer(), fc.bigInt(), fc.constantFrom(0, -1, 3n, 2n ** 70n));
const name = fc.stringMatching(/^[a-z][a-zA-Z0-9]{0,5}$/);

/** Literals of the types that arguments have. */
const literals: Readonly<Record<string, fc.Arbitrary<string>>> = {
  String: mark.map((text) => JSON.stringify(text)),
  BigInteger: number.map(String),
};

/** All arguments of a field, in parentheses; every other case is one that exists. */
function argumentsOf({ name: field, args }: GraphQLField<unknown, unknown>): fc.Arbitrary<string> {
  if (args.length === 0) return fc.constant("");
  const given = args.map(({ name: argument, type }) =>
    (literals[String(type)] ?? fc.constant("null")).map((text) => `${argument}: ${text}`),
  );
  const any = fc.tuple(...given).map((texts) => `(${texts.join(", ")})`);
  return field === "predmet"
    ? fc.oneof(any, fc.constant(`(oznakaBroj: ${JSON.stringify(known.oznakaBroj)}, sud: ${known.sudId})`))
    : any;
}

/** A valid selection of a type: fields, aliases, fragments and what the language allows around them. */
function selection(type: GraphQLObjectType): fc.Arbitrary<string> {
  const fields = Object.values(type.getFields()).map((field): fc.Arbitrary<string> => {
    const target = getNamedType(field.type);
    const inner = isObjectType(target) ? selection(target).map((text) => ` ${text}`) : fc.constant("");
    return fc.tuple(argumentsOf(field), inner).map(([given, below]) => `${field.name}${given}${below}`);
  });
  const item = fc.oneof({ weight: 8, arbitrary: fc.oneof(...fields) }, fc.constant("__typename"));
  // An alias of its own for every field, so that no two of them conflict.
  return fc.array(fc.tuple(item, fc.nat(3)), { minLength: 1, maxLength: 4 }).map((items) => {
    const parts = items.map(([text, kind], index) => {
      const field = `a${index}: ${text}`;
      if (kind === 1) return `... on ${type.name} { ${field} }`;
      return kind === 2 ? `... @include(if: true) { ${field} }` : field;
    });
    return `{ ${parts.join(" ")} }`;
  });
}

const query = schema.getQueryType();
if (!query) throw new Error("The SDL has no query type.");

const internals = /node_modules|\.ts:|SQLITE|sqlite|Unexpected error|at \w+ \(|stack/;

async function post(body: string, accept = "application/json"): Promise<{ status: number; text: string }> {
  const headers = { "content-type": "application/json", accept };
  const response = await fetch(`${fixture.server.url}/graphql`, { method: "POST", headers, body });
  return { status: response.status, text: await response.text() };
}

test("every valid document gets data without errors", async () => {
  let found = 0;
  await fc.assert(
    fc.asyncProperty(selection(query), async (document) => {
      const { status, text } = await post(JSON.stringify({ query: document }));
      expect(status).toBe(200);
      const result: { data: Record<string, unknown> } = JSON.parse(text);
      expect(Object.keys(result)).toEqual(["data"]);
      // Only a case is an object that is not in a list.
      if (Object.values(result.data).some((value) => /^\{/.test(JSON.stringify(value)))) found += 1;
    }),
    { numRuns: 300 },
  );
  expect(found).toBeGreaterThan(0);
});

const token = fc.oneof(
  fc.constantFrom(
    "{",
    "}",
    "(",
    ")",
    ":",
    "...",
    "on",
    "fragment",
    "query",
    "mutation",
    "$s",
    "@skip",
    "!",
    "[",
    "]",
    "=",
    '"',
    '"""',
  ),
  fc.constantFrom("predmet", "sudovi", "id", "stranke", "oznakaBroj", "sud", "__schema", "__type", "types", "fields"),
  fc.oneof(
    number.map(String),
    fc.double().map(String),
    mark.map((text) => JSON.stringify(text)),
    name,
  ),
  fc.string({ unit: "binary", maxLength: 5 }),
);

const anyVariables = fc.oneof(
  fc.record({ o: fc.oneof(mark, fc.jsonValue()), s: fc.jsonValue() }, { requiredKeys: [] }),
  fc.jsonValue(),
);

test("no document, however broken, causes a 5xx or reveals internals", async () => {
  const documents = fc.oneof(
    fc.array(token, { maxLength: 30 }).map((tokens) => tokens.join(" ")),
    selection(query).chain((text) => fc.nat(text.length).map((at) => text.slice(0, at))),
    selection(query).chain((text) =>
      fc.tuple(fc.nat(text.length), token).map(([at, odd]) => text.slice(0, at) + odd + text.slice(at)),
    ),
    fc.constant("query ($o: String, $s: BigInteger) { predmet(oznakaBroj: $o, sud: $s) { id } }"),
  );
  const accepts = fc.constantFrom(
    "application/json",
    "application/graphql-response+json",
    "text/event-stream",
    "multipart/mixed",
    "*/*",
    "text/plain",
  );
  await fc.assert(
    fc.asyncProperty(documents, anyVariables, accepts, async (document, variables, accept) => {
      const { status, text } = await post(JSON.stringify({ query: document, variables }), accept);
      expect(status).toBeLessThan(500);
      expect(text).not.toMatch(internals);
    }),
    { numRuns: 800 },
  );
});

test("no body, however broken, causes a 5xx or reveals internals", async () => {
  const bodies = fc.oneof(
    fc.json(),
    fc.string({ unit: "binary" }),
    fc.record({ query: fc.jsonValue(), operationName: fc.jsonValue() }).map((value) => JSON.stringify(value)),
  );
  await fc.assert(
    fc.asyncProperty(bodies, async (body) => {
      const { status, text } = await post(body);
      expect(status).toBeLessThan(500);
      expect(text).not.toMatch(internals);
    }),
    { numRuns: 400 },
  );
});
