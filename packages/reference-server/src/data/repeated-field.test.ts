import fc from "fast-check";
import { expect, test } from "vitest";
import { repeatedField } from "./repeated-field.ts";

const find = (text: string): string | undefined => repeatedField(text, JSON.parse(text));

test("a field that appears twice in one object is found, however it is escaped", () => {
  expect(find('{"a":1,"b":2,"a":3}')).toBe("a");
  expect(find(String.raw`{"a":[{"b\\":1, "\u0062\\" :2}]}`)).toBe("b\\");
  expect(find('{"a":{},"a"\t:{}}')).toBe("a");
});

test("the same name in two objects, or in a string, is not repeated", () => {
  expect(find(String.raw`{"a":1,"b":{"a":2},"c":[{"a":3},{"a":4}],"d":"\"a\":5, \\","e":"a"}`)).toBeUndefined();
  expect(find(JSON.stringify({ a: '"'.repeat(1_000_000) }))).toBeUndefined();
});

test("JSON that was serialized from a value has no repeated field", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.nat(2), (value, indent) => {
      expect(find(JSON.stringify(value, null, indent))).toBeUndefined();
    }),
  );
});
