import fc from "fast-check";
import { expect, it } from "vitest";
import { digestRow } from "./digest.ts";

it("is the same whatever the order of fields and the type of integers", () => {
  const digest = digestRow({ mbs: 1, jezik: { id: 2, naziv: "a" }, x: [1, 2] });
  expect(digestRow({ x: [1n, 2], jezik: { naziv: "a", id: 2n }, mbs: 1n })).toBe(digest);
  expect(digest).toMatch(/^[0-9a-f]{16}$/);
});

it("differs for different rows", () => {
  const rows = Array.from({ length: 100_000 }, (_, mbs) => ({ mbs, ime: `Tvrtka ${mbs % 7}` }));
  expect(new Set(rows.map(digestRow)).size).toBe(rows.length);
  fc.assert(
    fc.property(fc.string(), fc.string(), (one, other) => {
      fc.pre(one !== other);
      expect(digestRow({ ime: one })).not.toBe(digestRow({ ime: other }));
    }),
    { numRuns: 1_000 },
  );
});

it("takes linear time", () => expect(digestRow({ ime: "a".repeat(10_000_000) })).toHaveLength(16));
