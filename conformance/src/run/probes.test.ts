import { expect, test } from "vitest";
import { operations } from "../contract/operations.ts";
import { allProbes, type Seen } from "./probes.ts";
import { seededRandom } from "./random.ts";

const gfi = operations.find(({ name }) => name === "gfi");

/** The offset and the limit of the sampled page, when so many rows came first. */
function sampled(count: number, seed: number, least = 1): { offset: number; limit: number } {
  if (gfi === undefined) throw new Error("the operation of this test is gone");
  const seen: Seen = {
    rows: () => Array.from({ length: count }, () => ({ kind: "null" })),
    total: () => undefined,
    random: (name) => seededRandom(seed, name),
    request: () => "",
    width: 1000,
    least,
  };
  const request = allProbes.page.request(gfi, seen);
  if (typeof request === "string") throw new Error(request);
  const [offset = 0, limit = 0] = request.query.map(([, value]) => Number(value));
  return { offset, limit };
}

const seeds = Array.from({ length: 200 }, (_, seed) => seed);

test("the sampled page has two rows at least and leaves one behind, where there are enough", () => {
  for (const count of [5, 6, 40, 1000]) {
    const pages = seeds.map((seed) => sampled(count, seed));
    expect(pages.filter(({ offset, limit }) => offset < 1 || limit < 2 || offset + limit >= count)).toEqual([]);
    if (count > 6) expect(new Set(pages.map(({ offset }) => offset)).size).toBeGreaterThan(20);
  }
  expect(sampled(2, 1)).toEqual({ offset: 1, limit: 1 });
});

test("the sampled page keeps to the least limit, and leaves a row behind where there are enough", () => {
  const pages = seeds.map((seed) => sampled(40, seed, 20));
  expect(pages.filter(({ offset, limit }) => limit !== 20 || offset + limit >= 40)).toEqual([]);
});

test.for(["edge", "past"] as const)("whatever a total says, %s is asked for at an offset that int32 holds", (probe) => {
  const operation = operations.find(({ declaresTotal }) => declaresTotal);
  if (operation === undefined) throw new Error("the operation of this test is gone");
  const request = allProbes[probe].request(operation, {
    rows: () => [{ kind: "null" }],
    total: () => 99_999_999_999,
    random: (name) => seededRandom(1, name),
    request: () => "",
    width: 1000,
    least: 1,
  });
  expect(request).toMatchObject({
    query: [
      ["offset", "2147483645"],
      ["limit", "5"],
    ],
  });
});
