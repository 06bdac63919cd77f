import fc from "fast-check";
import { expect, test } from "vitest";
import { operationNamed, type SeenPage, viewOf } from "../../test/support/views.ts";
import { afterPage, nextOffset, type Reach, reachOf } from "./reach.ts";

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
