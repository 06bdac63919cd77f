import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { expect, test } from "vitest";
import { boundsIn, expectedBy } from "../contract/bounds.ts";
import type { ScalarField } from "../contract/fields.ts";
import { fits, madeValue } from "./made-values.ts";
import { SeededRandom } from "./random.ts";

const schema = fc.oneof(
  fc.record(
    {
      type: fc.constant("string"),
      minLength: fc.nat(3),
      maxLength: fc.integer({ min: 3, max: 9 }),
      pattern: fc.constantFrom("^a", "^[A-Z]{2}$", "\\d", "^\\p{L}+$"),
    },
    { requiredKeys: ["type"] },
  ),
  fc.record({ type: fc.constant("string"), enum: fc.uniqueArray(fc.constantFrom("", "a", "ab"), { minLength: 1 }) }),
  fc.record(
    { type: fc.constant("number"), minimum: fc.integer({ max: 5 }), maximum: fc.integer({ min: 5 }) },
    { requiredKeys: ["type"] },
  ),
  fc.record({ type: fc.constant("number"), const: fc.constantFrom(0, -1, 0.5) }),
);
const value = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 12 }),
  fc.constantFrom("a", "AB", "ab1"),
  fc.integer(),
  fc.double({ noNaN: true }),
);

test("a value is within bounds if ajv says so", () => {
  const ajv = new Ajv2020({ strict: false });
  fc.assert(
    fc.property(schema, value, (one, made) => {
      // Whether it is of the type, the kind says.
      fc.pre(typeof made === one.type && made !== Infinity && made !== -Infinity);
      const [bounds] = boundsIn(one);
      expect(bounds === undefined || expectedBy(bounds, made) === undefined).toBe(ajv.validate(one, made));
    }),
  );
});

const field = (kind: ScalarField["kind"], schema: Record<string, unknown>): ScalarField => ({
  ...{ name: "polje", kind, required: true },
  bounds: boundsIn(schema),
});

test.for<[ScalarField["kind"], Record<string, unknown>, written: unknown, RegExp]>([
  ["string", { maxLength: 3 }, "Hrvatska", /^Hrv$/],
  ["string", { maxLength: 3 }, undefined, /^pri$/],
  ["string", { minLength: 12 }, "ab", /^abx{10}$/],
  ["string", { enum: ["a", "b"] }, "c", /^[ab]$/],
  ["string", { const: "" }, "c", /^$/],
  ["string", { pattern: "^[A-Z]{2}-\\d{4}$", example: "HR-2024" }, "c", /^HR-2024$/],
  ["string", { pattern: "^\\p{Lu}{3}$", examples: ["ab", "ČĆŽ"] }, "c", /^ČĆŽ$/],
  ["date", { pattern: "^20" }, undefined, /^20\d\d-\d\d-\d\d$/],
  ["email", { pattern: "^ured" }, "ivo@primjer.hr", /^ured/],
  ["int32", { minimum: 100, maximum: 102 }, 7, /^10[012]$/],
  ["int32", { maximum: -5 }, 7, /^-\d+$/],
  ["int64", { minimum: 5_000_000_000 }, 7, /^5\d{9}$/],
  ["double", { minimum: 0.25, maximum: 0.5 }, 12.5, /^0\.\d+$/],
  ["boolean", { const: false }, true, /^false$/],
])(
  "a field %s of the schema %j, for which %j was written, gets a value that matches %s",
  ([kind, schema, written, as]) => {
    for (let index = 0; index < 20; index += 1) {
      const made = madeValue(field(kind, schema), written, [], new SeededRandom(1, "polje", index));
      expect(fits(field(kind, schema), made)).toBe(true);
      expect(String(made)).toMatch(as);
    }
  },
);

test("nothing is made up that the contract does not allow", () => {
  expect(madeValue(field("string", { pattern: "^\\p{Lu}{9}$" }), "c", [], new SeededRandom(1, "", 0))).toBeUndefined();
});

test("exact integers are compared as they are", () => {
  const [bounds] = boundsIn({ maximum: Number.MAX_SAFE_INTEGER, enum: [7, Number.MAX_SAFE_INTEGER] });
  if (bounds === undefined) throw new Error("there are no bounds");
  expect([7n, 2n ** 53n - 1n].map((one) => expectedBy(bounds, one))).toEqual([undefined, undefined]);
  expect(expectedBy({ ...bounds, values: [] }, 7n)).toBe("one of ");
  expect(expectedBy({ maximum: Number.MAX_SAFE_INTEGER, examples: [] }, 2n ** 53n)).toBe("9007199254740991 or less");
});
