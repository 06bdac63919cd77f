import fc from "fast-check";
import { expect, test } from "vitest";
import { canonical, parseWire, parseWithReviver } from "./wire.ts";

const digits = fc.constantFrom(
  "1",
  "1.0",
  "-0",
  "-0.0",
  "0",
  "1E7",
  "12345678901234567",
  "1234567890123456",
  "1e400",
  "-7.50",
);
const text = fc.oneof(
  fc.string(),
  // Texts that look like properties.
  fc.constantFrom(":1.5", '":1.5', ',"a":1.0,', "\\", 'a\\":2.50', "\uE0001.5", "[1.0]", "}", '"'),
);
const name = fc.oneof(fc.constantFrom("mbs", "iznos", "__proto__", "1", ":1.5"), text);
const { value } = fc.letrec<{ value: string; object: string }>((tie) => ({
  value: fc.oneof(
    { weight: 4, arbitrary: digits },
    { weight: 3, arbitrary: text.map((one) => JSON.stringify(one)) },
    { weight: 1, arbitrary: tie("object") },
    { weight: 1, arbitrary: fc.array(digits, { maxLength: 2 }).map((items) => `[${items.join(" , ")}]`) },
    { weight: 1, arbitrary: fc.constantFrom("null", "true") },
  ),
  object: fc
    .array(fc.tuple(name, tie("value"), fc.constantFrom("", " ", "\n")), { maxLength: 4 })
    .map((fields) => `{${fields.map(([key, one, gap]) => `${JSON.stringify(key)}${gap}:${gap}${one}`).join(",")}}`),
}));

test("the fast ways to parse rows read what the slow one reads", () => {
  fc.assert(
    fc.property(fc.array(value, { maxLength: 5 }), (values) => {
      const rows = `[${values.map((one, index) => `{"a":${one},"b${index}":2.50}`).join(",")}]`;
      expect(canonical(parseWire(rows))).toBe(canonical(parseWithReviver(rows)));
    }),
    { numRuns: 5_000 },
  );
});

test("what is not JSON is not made into some", () => {
  for (const broken of ['[{"a":1.5.5}]', '[{"a":01.5}]', '[{"a":1.}]', '[{"a":-}]', '[{"a":1e}]', '[{"a":":1.5}]'])
    expect(() => parseWire(broken)).toThrow(SyntaxError);
});
