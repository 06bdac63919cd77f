import { expect, test } from "vitest";
import { operationNamed } from "../../test/support/views.ts";
import type { Seen } from "../checks/probe.ts";
import { operations } from "../contract/operations.ts";
import type { ProbeName } from "../evidence/operation-view.ts";
import { seededRandom } from "../shared/random.ts";
import { neededProbes, probeNamed } from "./catalogue.ts";

const gfi = operationNamed("gfi");

/** The offset and limit of the sampled page after so many first rows. */
function sampled(count: number, seed: number, minLimit = 1): { offset: number; limit: number } {
  const seen: Seen = {
    rows: () => Array.from({ length: count }, () => ({ kind: "null" })),
    total: () => undefined,
    random: (name) => seededRandom(seed, name),
    request: () => "",
    width: 1000,
    minLimit,
  };
  const request = probeNamed("page").request(gfi, seen);
  if (typeof request === "string") throw new Error(request);
  const [offset = 0, limit = 0] = request.query.map(([, value]) => Number(value));
  return { offset, limit };
}

const seeds = Array.from({ length: 200 }, (_, seed) => seed);

test("the sampled page has at least two rows, and one after it, if there are enough", () => {
  for (const count of [5, 6, 40, 1000]) {
    const pages = seeds.map((seed) => sampled(count, seed));
    expect(pages.filter(({ offset, limit }) => offset < 1 || limit < 2 || offset + limit >= count)).toEqual([]);
    if (count > 6) expect(new Set(pages.map(({ offset }) => offset)).size).toBeGreaterThan(20);
  }
  expect(sampled(2, 1)).toEqual({ offset: 1, limit: 1 });
});

test("the sampled page keeps to the smallest accepted limit, and one row is left after it", () => {
  const pages = seeds.map((seed) => sampled(40, seed, 20));
  expect(pages.filter(({ offset, limit }) => limit !== 20 || offset + limit >= 40)).toEqual([]);
});

test.for(["edge", "past"] as const)("whatever the total, the offset of %s fits in an int32", (probe) => {
  const operation = operationNamed("sjediste");
  const request = probeNamed(probe).request(operation, {
    rows: () => [{ kind: "null" }],
    total: () => 99_999_999_999,
    random: (name) => seededRandom(1, name),
    request: () => "",
    width: 1000,
    minLimit: 1,
  });
  expect(request).toMatchObject({
    query: [
      ["offset", "2147483645"],
      ["limit", "5"],
    ],
  });
});

/** What a probe can use: the rows of two others, the total promised with the first rows, and the query of an earlier one. */
interface Given extends Partial<Pick<Seen, "from" | "width" | "minLimit">> {
  json?: number;
  edge?: number;
  total?: number;
  sent?: Partial<Record<ProbeName, [string, string][]>>;
}

/** What a probe asks, or why nothing. */
function asked(probe: ProbeName, name: string, { sent = {}, total, ...given }: Given): string {
  const request = probeNamed(probe).request(operationNamed(name), {
    rows: (other) => {
      const count = other === "json" || other === "edge" ? given[other] : undefined;
      return count === undefined ? undefined : Array(count).fill({ kind: "null" });
    },
    total: (other) => (other === "json" ? total : undefined),
    random: (one) => ({ ...seededRandom(1, one), uuid: () => "UUID" }),
    request: (other) => {
      const query = sent[other];
      return query === undefined ? `no ${other}` : { operation: gfi, query, as: "json", key: "valid" };
    },
    width: 1000,
    minLimit: 1,
    ...given,
  });
  if (typeof request === "string") return request;
  const { query, as, key } = request;
  return [new URLSearchParams(query.map(([one, value]): [string, string] => [one, value])), as, key].join(" ");
}

const queryOf = (offset: number, limit: number): [string, string][] => [
  ["offset", String(offset)],
  ["limit", String(limit)],
];
const page: Given = { sent: { page: queryOf(14, 3) } };
const unlimited: Given = { width: Number.POSITIVE_INFINITY };

test.for<[string, ProbeName, string, Given]>([
  ["offset=0&limit=1000 json valid", "json", "gfi", {}],
  ["offset=0&limit=101 json valid", "json", "gfi", { width: 101 }],
  ["offset=0 xml valid", "xml", "gfi", unlimited],
  [" xml valid", "xml", "jezik", {}],
  ["offset=1 json valid", "default", "gfi", {}],
  ["the first rows could not be read", "page", "gfi", {}],
  ["paging needs 2 rows, but the resource shows 1", "page", "gfi", { json: 1 }],
  ["no page", "pageXml", "gfi", {}],
  ["offset=14&limit=3 xml valid", "pageXml", "gfi", page],
  ["the first rows could not be read", "edge", "gfi", {}],
  ["the resource has no rows", "edge", "gfi", { json: 0 }],
  ["offset=39&limit=5 json valid", "edge", "gfi", { json: 40, total: 90 }],
  ["offset=88&limit=5 json valid", "edge", "sjediste", { json: 40, total: 90 }],
  ["offset=89&limit=5 json valid", "edge", "sjediste", { json: 1, total: 90 }],
  ["offset=0&limit=5 json valid", "edge", "sjediste", { json: 3, total: 1 }],
  ["offset=39&limit=20 json valid", "edge", "gfi", { json: 40, minLimit: 20 }],
  ["offset=39 json valid", "edge", "gfi", { json: 40, minLimit: Number.POSITIVE_INFINITY }],
  ["the first rows could not be read", "past", "gfi", {}],
  ["offset=0&limit=5 json valid", "past", "gfi", { json: 0 }],
  ["offset=40&limit=5 json valid", "past", "gfi", { json: 40, edge: 1 }],
  ["offset=40&limit=5 json valid", "past", "gfi", { json: 40, edge: 1, total: 90 }],
  ["offset=40&limit=20 json valid", "past", "gfi", { json: 40, edge: 1, minLimit: 20 }],
  ["offset=2&limit=5 json valid", "past", "gfi", { json: 2, edge: 1 }],
  ["offset=1000000000&limit=5 json valid", "past", "gfi", { json: 101, edge: 1, width: 101 }],
  ["offset=1000000000&limit=5 json valid", "past", "gfi", { json: 40, edge: 2 }],
  ["offset=1000000000&limit=5 json valid", "past", "gfi", { json: 40 }],
  ["offset=1000000000&limit=5 json valid", "past", "gfi", { json: 1, edge: 1 }],
  ["offset=1000000000&limit=5 json valid", "past", "gfi", { json: 1000, edge: 1 }],
  ["offset=90&limit=5 json valid", "past", "sjediste", { json: 40, edge: 1, total: 90 }],
  ["offset=1 xml valid", "defaultXml", "gfi", { sent: { default: [["offset", "1"]] } }],
  ["no past", "pastXml", "gfi", page],
  ["offset=40&limit=5 xml valid", "pastXml", "gfi", { sent: { past: queryOf(40, 5) } }],
  ["no request budget was left", "further", "gfi", {}],
  ["offset=80&limit=1000 json valid", "further", "gfi", { from: 80 }],
  ["offset=80&limit=101 json valid", "further", "gfi", { from: 80, width: 101 }],
  ["offset=0&limit=20&only_active=true json valid", "active", "subjekt", {}],
  ["offset=0&limit=50&only_active=false json valid", "inactive", "subjekt", { minLimit: 50 }],
  ["offset=0&limit=5&only_active=false json valid", "inactive", "subjekt", unlimited],
  ["offset=0&limit=20&tvrtka_naziv=odgovorno%C5%A1%C4%87u json valid", "namedBeyondAscii", "subjekt", {}],
  ["offset=1&limit=20 json valid", "namedNext", "subjekt", { sent: { named: queryOf(0, 20) } }],
  ["offset=0&limit=3&timestamp_id=UUID json valid", "timestamp", "gfi", {}],
  ["offset=0&limit=101 xml none", "noKeyElse", "gfi", { width: 101 }],
  ["offset=14&limit=3 xml none", "noKeyElse", "gfi", page],
  [" xml none", "noKeyElse", "jezik", page],
])("%s is the request of %s to %s, given %j", ([expected, probe, name, seen]) => {
  expect(asked(probe, name, seen)).toBe(expected);
});

test("a probe brings those that it depends on, in order, if they apply", () => {
  const needed = (name: string, needs: ProbeName[]): ProbeName[] =>
    operations.filter((one) => one.name === name).flatMap((one) => neededProbes(one, needs));
  expect(needed("gfi", ["pastXml"])).toEqual(["json", "edge", "past", "pastXml"]);
  expect(needed("gfi", ["pageXml"])).toEqual(["json", "page", "pageXml"]);
  expect(needed("gfi", ["edge"])).toEqual(["json", "edge"]);
  expect(needed("gfi", ["noKeyElse"])).toEqual(["json", "page", "noKeyElse"]);
  expect(needed("jezik", ["default", "pageXml", "pastXml", "noKeyElse"])).toEqual(["json", "noKeyElse"]);
  expect(needed("subjekt", ["namedNext"])).toEqual(["named", "namedNext"]);
  expect(needed("gfi", ["namedNext", "further", "expanded"])).toEqual([]);
  // One expands by default, the other has nothing to expand.
  expect(needed("bris_registar", ["expandedXml"])).toEqual([]);
  expect(needed("vrsta_upisa", ["expandedXml"])).toEqual([]);
  expect(needed("sud", ["expandedXml"])).toEqual(["expandedXml"]);
});
