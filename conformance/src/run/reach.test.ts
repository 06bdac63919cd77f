import fc from "fast-check";
import { expect, test } from "vitest";
import { askingOf, rows, type Service } from "../../test/support/asking.ts";
import { operationNamed, type SeenPage, viewOf } from "../../test/support/views.ts";
import { afterPage, findEnd, nextOffset, type Reach, reachOf } from "./reach.ts";

test("the end is found in about 2 log2(pages) requests, whatever the number of rows and the page size", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5_000_000 }), fc.integer({ min: 1, max: 1_000 }), (rows, page) => {
      let reach: Reach = { known: Math.min(rows, page), empty: 1_000_000_000, page, short: false };
      let requests = 0;
      for (let offset = nextOffset(reach); offset !== undefined; offset = nextOffset(reach)) {
        expect(offset).toBeGreaterThanOrEqual(reach.known);
        expect(offset).toBeLessThan(reach.empty);
        reach = afterPage(reach, offset, Math.max(0, Math.min(page, rows - offset)));
        requests += 1;
      }
      expect(reach.known).toBe(rows);
      expect(requests).toBeLessThanOrEqual(2 * Math.log2(rows / page + 1) + 6);
    }),
  );
});

test("if one page can cover the rest, or the last one was short, the next is requested from the last known row", () => {
  const reach: Reach = { known: 100, empty: 120, page: 20, short: false };
  expect(nextOffset(reach)).toBe(100);
  expect(nextOffset({ ...reach, empty: 1_000, short: true })).toBe(100);
  expect(nextOffset({ ...reach, empty: 1_000 })).toBe(200);
  expect(nextOffset({ ...reach, empty: 121 })).toBe(110);
  expect(nextOffset({ ...reach, known: 120 })).toBeUndefined();
});

test.for<[SeenPage, SeenPage, { total?: number }, Reach | undefined]>([
  [{ body: [{}, {}] }, { body: [] }, {}, { known: 2, empty: 1_000_000_000, page: 2, short: false }],
  [{ body: [{}, {}] }, { body: [] }, { total: 2 }, undefined],
  [{ body: [{}, {}] }, { body: [{}] }, {}, undefined],
  [{ body: [{}, {}] }, { status: 400 }, {}, undefined],
  [{ body: "{}" }, { body: [] }, {}, undefined],
])("after %j, and %j past the end, with %j, an end is sought from %j", ([json, past, total, reach]) => {
  const gfi = operationNamed("gfi");
  const probes = viewOf(gfi, { json, past }).results;
  expect(reachOf(gfi, { results: [], rows: 2, probes, ...total })?.reach).toEqual(reach);
});

/** Returns at most 10 of 25 rows at once. */
const sound: Service = ({ offset }) => rows(Math.max(0, Math.min(10, 25 - offset)));

test.for<[about: string, Service, retries: number, found: string, sent: number]>([
  ["the budget is large", sound, 20, "5 of 25", 2],
  ["the budget is just enough", sound, 2, "5 of 25", 2],
  ["the budget ends on the way", sound, 1, "5 of ?", 1],
  ["no budget is left", sound, 0, "0 of ?", 0],
  ["a page is no list", () => Response.json({}), 20, "0 of ?", 1],
  ["the service is gone", () => new Error("gone"), 20, "0 of ?, over", 3],
  ["the service is gone after a page", (one, n) => (n > 1 ? new Error("gone") : sound(one, n)), 20, "5 of ?, over", 4],
])("the end found if %s", async ([, service, retries, found, sent]) => {
  const { asker, received } = askingOf(service, { retries });
  const operation = operationNamed("gfi");
  const reach: Reach = { known: 10, empty: 1_000_000_000, page: 10, short: false };
  const judging = {
    target: asker.target,
    requirements: [],
    mock: false,
    show: "shape",
    redact: (text: string) => text,
  } as const;
  const { rows: more, total, isOver } = await findEnd(asker, judging, { operation, reach });
  expect(`${more} of ${total ?? "?"}${isOver ? ", over" : ""}`).toBe(found);
  expect(received).toHaveLength(sent);
});
