import fc from "fast-check";
import { expect, test } from "vitest";
import { readHttpDate, readRetryAfter } from "./retry-after.ts";

const now = Date.UTC(2026, 0, 5, 8);

test.each([
  ["7", 7_000],
  ["0", 0],
  [" 7 ", 7_000],
  ["9".repeat(400), Number.MAX_SAFE_INTEGER],
  ["Mon, 05 Jan 2026 08:00:09 GMT", 9_000],
  ["Monday, 05-Jan-26 08:00:09 GMT", 9_000],
  ["Mon Jan  5 08:00:09 2026", 9_000],
  ["Mon, 05 Jan 2026 07:59:59 GMT", -1_000],
  ["2026-01-05T08:00:09Z", undefined],
  ["Mon, 30 Feb 2026 08:00:09 GMT", undefined],
  ["-1", undefined],
  ["1.5", undefined],
  ["soon", undefined],
  ["", undefined],
  [null, undefined],
  [undefined, undefined],
])("%j asks to wait %j ms", (header, wait) => {
  expect(readRetryAfter(header, now)).toBe(wait);
});

test("a date is read as it was sent", () => {
  const dates = fc.date({ min: new Date(0), max: new Date("9999-12-31"), noInvalidDate: true });
  fc.assert(
    fc.property(dates, (date) => {
      expect(readHttpDate(date.toUTCString())).toBe(Math.floor(date.getTime() / 1_000) * 1_000);
    }),
  );
});
