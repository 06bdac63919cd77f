import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readRetryAfter } from "./retry.ts";

/** 2026-01-05, 08:00:00. */
const now = Date.UTC(2026, 0, 5, 8);
const read = (header: unknown): number | undefined => readRetryAfter(header, now);

describe("Retry-After", () => {
  it("is a number of seconds", () => {
    fc.assert(fc.property(fc.nat(), (seconds) => void expect(read(` ${seconds} `)).toBe(seconds * 1_000)));
    expect(read("9".repeat(400))).toBe(Number.MAX_SAFE_INTEGER);
  });

  it("is a date", () => {
    const anyDate = fc.integer({ min: Date.UTC(1900), max: Date.UTC(9999) }).map((at) => new Date(at - (at % 1_000)));
    fc.assert(fc.property(anyDate, (date) => void expect(read(date.toUTCString())).toBe(date.getTime() - now)));
  });

  it("is a date in one of the two obsolete forms", () => {
    const at = Date.UTC(1994, 10, 6, 8, 49, 37) - now;
    expect(["Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994"].map(read)).toEqual([at, at]);
    const soon = Date.UTC(2026, 11, 16, 8) - now;
    expect(["Wednesday, 16-Dec-26 08:00:00 GMT", "Wed Dec 16 08:00:00 2026"].map(read)).toEqual([soon, soon]);
  });

  it("is nothing else", () => {
    const others = [
      ...["", "-1", "+1", "1.5", "1e3", "0x10", "1 s", "1, 1", "soon", "Infinity", "٣"],
      ...["2026-01-05T08:00:09Z", "2026-01-05", "05 Jan 2026 08:00:09 GMT", "1767600009000x", "Mon, 05 Jan 2026"],
      ...["Mon, 05 Jan 2026 08:00:09", "Mon, 05 Jan 2026 08:00:09 +0100", "Mon, 05 Jan 2026 08:00:09 GMT+1"],
      ...["Mon, 5 Jan 2026 08:00:09 GMT", "Tue, 31 Feb 2026 08:00:09 GMT", "Mon, 05 Jän 2026 08:00:09 GMT"],
      ...["Mon, 05 Jan 2026 25:00:00 GMT", "mon, 05 jan 2026 08:00:09 gmt", "Mon Jan 05 08:00:09 2026 GMT"],
      ...["Monday, 06-Nov-94 08:49:37 GMT", "Sun Nov 31 08:49:37 1994", "Sun Nov  6 08:49:37 1994 GMT", "Invalid Date"],
    ];
    for (const other of [...others, undefined, null]) expect([other, read(other)]).toEqual([other, undefined]);
    fc.assert(
      fc.property(
        fc.string(),
        (text) => void expect(read(text)).toBe(/^\d+$/.test(text.trim()) ? Number(text) * 1_000 : undefined),
      ),
    );
  });
});
