import fc from "fast-check";
import { expect, test } from "vitest";
import { afterPage, nextOffset, type Reach } from "./reach.ts";

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

test("if one page can cover the rest, it is requested from the last known row", () => {
  const reach: Reach = { known: 100, empty: 120, page: 20, short: false };
  expect(nextOffset(reach)).toBe(100);
  expect(nextOffset({ ...reach, page: 10 })).toBe(110);
  expect(nextOffset({ ...reach, known: 120 })).toBeUndefined();
});
