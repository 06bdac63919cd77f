import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Operation } from "../src/contract/register.ts";
import { accessHeader } from "./support/access.ts";
import { lists } from "./support/addresses.ts";
import { type Fixture, serve } from "./support/client.ts";
import { bodySchema } from "./support/schemas.ts";
import { xmlRows } from "./support/xml.ts";

let fixture: Fixture;

beforeAll(async () => {
  fixture = await serve({ rows: 120 });
});
afterAll(() => fixture[Symbol.asyncDispose]());

const oddText = fc.oneof(
  fc.string({ maxLength: 30 }),
  fc.string({ unit: "binary", maxLength: 20 }),
  fc.constantFrom(
    "",
    "0",
    "-0",
    "1e3",
    "NaN",
    "null",
    "true",
    "' OR 1=1 --",
    "%",
    "%00",
    "\u0000",
    "../..",
    "<a>",
    "ß",
    "İ",
    "a".repeat(3_000),
  ),
);

/** Values of parameters, valid most of the time. */
const values: Readonly<Record<string, fc.Arbitrary<string>>> = {
  offset: fc.oneof(
    { weight: 4, arbitrary: fc.nat(150).map(String) },
    fc.integer().map(String),
    fc.bigInt().map(String),
  ),
  limit: fc.oneof({ weight: 4, arbitrary: fc.nat(150).map(String) }, fc.integer().map(String), fc.double().map(String)),
  timestamp_id: fc.oneof(
    fc.uuid(),
    fc.uuid().map((id) => id.toUpperCase()),
  ),
  expand_relations: fc.constantFrom("true", "false"),
  only_active: fc.constantFrom("true", "false"),
  tvrtka_naziv: fc.oneof(fc.constantFrom("primjer", "Č", "&", "d.o.o."), oddText),
};

const usual = (name: string): fc.Arbitrary<string> => values[name] ?? oddText;

const query = ({ parameters }: Operation): fc.Arbitrary<[string, string][]> => {
  const known = [...parameters.values()].map(({ name, required }) =>
    fc.option(fc.tuple(fc.constant(name as string), fc.oneof({ weight: 6, arbitrary: usual(name) }, oddText)), {
      nil: undefined,
      freq: required ? 12 : 1,
    }),
  );
  const others = fc.array(fc.tuple(fc.oneof(fc.constantFrom(...Object.keys(values)), oddText), oddText), {
    maxLength: 1,
  });
  return fc
    .tuple(fc.tuple(...known), others)
    .map(([given, more]) => [...given.filter((pair) => pair !== undefined), ...more]);
};

const accepts = fc.oneof(
  fc.constantFrom(
    "application/json",
    "application/xml",
    "*/*",
    "text/xml;q=0.3",
    "text/html",
    ";q=",
    "application/json;q=0",
  ),
  fc.string({ unit: fc.constantFrom(..."abc/*;q=0.1, "), maxLength: 20 }).map((text) => text.trim()),
);

const request = fc.constantFrom(...lists).chain((operation) =>
  fc.record({
    operation: fc.constant(operation),
    query: query(operation),
    accept: fc.oneof({ weight: 3, arbitrary: fc.constantFrom("application/json", "application/xml") }, accepts),
    method: fc.oneof(
      { weight: 9, arbitrary: fc.constant("GET") },
      fc.constantFrom("HEAD", "POST", "DELETE", "OPTIONS", "PUT"),
    ),
    key: fc.oneof(
      { weight: 9, arbitrary: fc.constant(undefined) },
      fc.string({ unit: fc.constantFrom(..."ak-1"), maxLength: 9 }),
    ),
  }),
);

const internals = /node_modules|\.ts[:\b]|SQLITE|sqlite|at \w+ \(|Error:/;
const allowed = new Set([200, 204, 400, 401, 404, 405, 406]);

test("no request causes a 5xx, reveals internals, or returns a row that the schema refuses", async () => {
  const seen = new Map<number, number>();
  await fc.assert(
    fc.asyncProperty(request, async ({ operation, query, accept, method, key }) => {
      const address = `/javni${operation.path}?${new URLSearchParams(query)}`;
      const response = await fixture.get(
        address,
        { accept, ...(key === undefined ? {} : { [accessHeader]: key }) },
        method,
      );
      const text = await response.text();
      seen.set(response.status, (seen.get(response.status) ?? 0) + 1);
      expect(allowed, address).toContain(response.status);
      expect(text).not.toMatch(internals);
      if (method === "HEAD" || method === "OPTIONS") {
        expect(text).toBe("");
        return;
      }
      const type = response.headers.get("content-type");
      if (response.status !== 200) {
        expect(type).toBe("application/problem+json; charset=utf-8");
        expect(JSON.parse(text)).toMatchObject({ status: response.status, detail: expect.any(String) });
        return;
      }
      const rows = type?.includes("json") ? JSON.parse(text) : xmlRows(operation, text);
      const validate = bodySchema(operation);
      expect(validate(rows), JSON.stringify(validate.errors?.[0])).toBe(true);
    }),
    { numRuns: 1_500 },
  );
  // A fuzzer that is refused every time, or never, tests nothing.
  for (const status of [200, 400, 401, 405, 406]) expect(seen.get(status) ?? 0, String(status)).toBeGreaterThan(5);
  expect(seen.get(200)).toBeGreaterThan(300);
});

test("no URL causes a 5xx or reveals internals", async () => {
  const segment = fc.oneof(
    fc.constantFrom("javni", "graphql", "reference", "static", "..", "%2e%2e", "%", "%ff", "sjediste", ""),
    oddText.map(encodeURI),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(segment, { maxLength: 5 }),
      fc.constantFrom("GET", "POST", "HEAD"),
      async (parts, method) => {
        const response = await fixture.get(`/${parts.join("/")}`, {}, method);
        expect(response.status).toBeLessThan(500);
        const type = response.headers.get("content-type") ?? "";
        if (!type.includes("javascript")) expect(await response.text()).not.toMatch(internals);
      },
    ),
    { numRuns: 400 },
  );
});
