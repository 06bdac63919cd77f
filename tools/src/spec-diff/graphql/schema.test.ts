import { expect, test } from "vitest";
import { changesOf, courts, tinySdl } from "../../../test/support/tiny-sdl.ts";
import type { Change } from "../change.ts";
import { compareGraphql } from "./compare.ts";

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

test("a default that is gone is called that, and one that changed is called otherwise", async () => {
  const told = async (from: string, to: string): Promise<string[]> => {
    const [before, after] = [from, to].map((text) => tinySdl.replace("mark: String", `mark: String${text}`));
    const documents = { sudovi: courts("id") };
    const found = await compareGraphql({ sdl: before ?? "", documents }, { sdl: after ?? "", documents });
    return found.map(({ message }) => message);
  };
  expect(await told(' = "a"', "")).toEqual(['The argument `Query.sudovi.mark` no longer has the default `"a"`.']);
  expect(await told(' = "a"', ' = "b"')).toEqual(['The default of `Query.sudovi.mark` is now `"b"`, no longer `"a"`.']);
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

test("inspector's words have one full stop, even where it writes one itself", async () => {
  const found = await changesOf(courts("id"), courts("id"), `${tinySdl}type Mutation { upis: String }`);
  expect(found.map(({ message }) => message)).toContain("`schema`: Schema mutation type was set to 'Mutation'.");
});

test("another query type breaks queries of one's own", async () => {
  const sdl = `${tinySdl.replace("type Query", "type Upit")}schema { query: Upit }`;
  const found = await changesOf(courts("id"), courts("id"), sdl);
  expect(found[0]).toMatchObject({
    rule: "schema-query-type-changed",
    noticed: "run",
    message: "`schema`: Schema query root type was changed from 'Query' to 'Upit'.",
    todo: { graphql: "Check your queries that use it.", servers: "Serve the schema as it is now." },
  });
});

test.each(["QUERY", "FIELD", "FRAGMENT_DEFINITION", "FRAGMENT_SPREAD", "INLINE_FRAGMENT", "VARIABLE_DEFINITION"])(
  "a directive for %s can be used in queries",
  async (place) => {
    const found = await changesOf(courts("id"), courts("id"), `${tinySdl}directive @kratko on ${place}`);
    expect(found).toMatchObject([{ rule: "sdl-directive-added", message: "The directive `@kratko` is new." }]);
  },
);
