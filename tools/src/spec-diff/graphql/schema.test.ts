import { expect, test } from "vitest";
import { changesOf, courts, tinySdl } from "../../../test/support/tiny-sdl.ts";
import type { Change } from "../change.ts";

const schemaChanges = (from: string, to: string): Promise<Change[]> =>
  changesOf(courts("id"), courts("id"), tinySdl.replace(from, to));

test.each([
  ["a field of an input", "staro: String", 'staro: String @deprecated(reason: "Old.")', "`Uvjet.staro` is deprecated."],
  ["a value of an enum", "PRVA", 'PRVA @deprecated(reason: "Old.")', "`Razina.PRVA` is deprecated."],
])("the deprecation of %s is reported once", async (_, from, to, message) => {
  const found = await schemaChanges(from, to);
  expect(found.map((one) => one.message)).toEqual([message]);
  expect(found).toMatchObject([{ rule: "sdl-deprecated", verdict: "safe" }]);
});

test("a change without a rule of ours has inspector's verdict and words", async () => {
  expect(await schemaChanges("PRVA", "PRVA DRUGA")).toMatchObject([
    {
      rule: "enum-value-added",
      verdict: "risky",
      message: "`Razina.DRUGA`: Enum value 'DRUGA' was added to enum 'Razina'.",
    },
  ]);
  expect(await schemaChanges("staro: String", "staro: String novo: String")).toMatchObject([
    {
      rule: "input-field-added",
      verdict: "safe",
      todo: { graphql: "Nothing.", servers: "Serve the schema as it is now." },
    },
  ]);
});

test.each(["QUERY", "FIELD", "FRAGMENT_DEFINITION", "FRAGMENT_SPREAD", "INLINE_FRAGMENT", "VARIABLE_DEFINITION"])(
  "a directive for %s can be used in queries",
  async (place) => {
    const found = await changesOf(courts("id"), courts("id"), `${tinySdl}directive @kratko on ${place}`);
    expect(found).toMatchObject([{ rule: "sdl-directive-added", message: "The directive `@kratko` is new." }]);
  },
);
