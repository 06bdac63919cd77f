import { expect, test } from "vitest";
import { type Datum, describe, member, present, scalars } from "./datum.ts";
import { readJson } from "./json.ts";

function datum(text: string): Datum {
  const json = readJson(text);
  if (!json.ok) throw new Error(json.problem);
  return json.value;
}

test("the last of duplicate names counts, and null is not present", () => {
  const object = datum('{"a":1,"b":2,"a":null}');
  if (object.kind !== "object") throw new Error("not an object");
  expect(member(object, "a")).toEqual({ kind: "null" });
  expect([present(object, "a"), present(object, "c")]).toEqual([undefined, undefined]);
  expect(present(object, "b")).toEqual({ kind: "number", text: "2" });
});

test("strings and numbers are found at any depth", () => {
  expect([...scalars(datum('{"a":["x",{"b":1.0}],"c":null,"d":true}'))]).toEqual(["x", "1.0"]);
});

test.for<[string, shape: string, values: string]>([
  ["null", "null", "null"],
  ["true", "a boolean", "a boolean true"],
  ["-12", "an integer of 2 digits", 'an integer of 2 digits "-12"'],
  ["7", "an integer of 1 digit", 'an integer of 1 digit "7"'],
  ["1.25", "a number of 3 digits", 'a number of 3 digits "1.25"'],
  ['""', "an empty string", "an empty string"],
  ['"ab"', "a string of 2 characters", 'a string of 2 characters "ab"'],
  ["[1,2]", "an array of 2", "an array of 2"],
  ['{"a":1}', "an object with 1 field", "an object with 1 field"],
])("%s is described as %s, and with its value as %s", ([text, shape, values]) => {
  expect(describe(datum(text))).toBe(shape);
  expect(describe(datum(text), "values")).toBe(values);
  expect(describe(undefined)).toBe("nothing");
});
