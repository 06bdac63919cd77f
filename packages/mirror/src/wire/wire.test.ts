import fc from "fast-check";
import { expect, test } from "vitest";
import { anyJson, rendered } from "../../test/support/any-json.ts";
import { canonical, parseExactly, parseWire, writeWire } from "./wire.ts";

test("a value has one form, whichever way its text is read and whatever stands around it", () => {
  fc.assert(
    fc.property(fc.array(anyJson, { maxLength: 4 }), fc.nat(), (values, seed) => {
      const texts = values.map((value, index) => rendered(value, seed + index));
      const alone = texts.map(parseExactly);
      expect(texts.map(parseWire)).toEqual(alone);
      // Between others, some of which need the slower way.
      const rows = `[${texts.map((text) => `{"a":${text},"b":2.50}`).join(",")}]`;
      expect(parseWire(rows)).toEqual(alone.map((value) => ({ a: value, b: parseExactly("2.50") })));
      expect(parseWire(`[${texts.join(" , ")}]`)).toEqual(alone);
    }),
    { numRuns: 5_000 },
  );
});

test("the canonical form is the same however a value is escaped, spaced and ordered, and keeps every digit", () => {
  fc.assert(
    fc.property(anyJson, fc.nat(), fc.nat(), (value, one, other) => {
      const form = canonical(parseWire(rendered(value, one)));
      expect(canonical(parseWire(rendered(value, other)))).toBe(form);
      expect(form).toBe(rendered(value));
    }),
    { numRuns: 5_000 },
  );
});

test("a value is written back with the digits that it came with", () => {
  const sent = '[{},9007199254740993,1.50,{"a":[-0,1e400,{"b":2654.46}]},"1.50"]';
  expect(writeWire(parseWire(sent))).toBe(sent);
  fc.assert(
    fc.property(anyJson, fc.nat(), (value, seed) => {
      const text = writeWire(parseWire(rendered(value, seed)));
      expect(writeWire(parseWire(text))).toBe(text);
      expect(canonical(parseWire(text))).toBe(rendered(value));
    }),
    { numRuns: 2_000 },
  );
});

test("what is not JSON is not made into some", () => {
  for (const broken of ['[{"a":1.5.5}]', '[{"a":01.5}]', '[{"a":1.}]', '[{"a":-}]', '[{"a":1e}]', '[{"a":":1.5}]'])
    expect(() => parseWire(broken)).toThrow(SyntaxError);
});
