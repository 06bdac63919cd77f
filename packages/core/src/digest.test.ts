import fc from "fast-check";
import { expect, it } from "vitest";
import { digestRow } from "./digest.ts";

it("is the same whatever the order of fields and the type of integers", () => {
  const digest = digestRow({ mbs: 1, jezik: { id: 2, naziv: "a" }, x: [1, 2] });
  expect(digestRow({ x: [1n, 2], jezik: { naziv: "a", id: 2n }, mbs: 1n })).toBe(digest);
  expect(digest).toMatch(/^[0-9a-f]{16}$/);
});

it("is the same for the same value, in whatever order its fields come, and with or without nulls", () => {
  const shuffled = (value: unknown, seed: number): unknown => {
    if (Array.isArray(value)) return value.map((one) => shuffled(one, seed + 1));
    if (typeof value !== "object" || value === null) return value;
    const fields = Object.entries(value).map(([name, one]) => [name, shuffled(one, seed + 1)] as const);
    const absent = seed % 2 === 0 ? [["absent", null] as const] : [];
    return Object.fromEntries([...fields.slice(seed % 3), ...absent, ...fields.slice(0, seed % 3).reverse()]);
  };
  const name = fc.constantFrom("a", "a,b", "b", "__proto", "1", "");
  const { value } = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      fc.constantFrom<unknown>(1, 1.5, "1", "b,c", "", null, true),
      fc.array(tie("value"), { maxLength: 3 }),
      fc.dictionary(name, tie("value"), { maxKeys: 4, noNullPrototype: true }),
    ),
  }));
  fc.assert(
    fc.property(fc.dictionary(name, value, { noNullPrototype: true }), fc.nat(5), (row, seed) => {
      expect(digestRow(shuffled(row, seed))).toBe(digestRow(row));
    }),
    { numRuns: 1_000 },
  );
});

it("tells a text from a number, and a null in a list from none", () => {
  expect(digestRow({ mbs: "1" })).not.toBe(digestRow({ mbs: 1 }));
  expect(digestRow({ x: [null] })).not.toBe(digestRow({ x: [] }));
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
