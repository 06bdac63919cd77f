/** What compilers notice: the types of values, and the names of types, which follow what the documents select. */
import { expect, test } from "vitest";
import { contract } from "../../../test/contract/contract.ts";
import { briefly, changesOf, courts, tinySdl } from "../../../test/support/tiny-sdl.ts";
import { compareGraphql } from "./compare.ts";

test.each([
  ["naziv", "oznaka", "text that is never null"],
  ["oznaka", "naziv", "text that may be null", "compile"],
  ["oznake", "brojevi", "a list of other items", "compile"],
  ["naziv", "oznake", "a list", "compile"],
  ["broj", "id", "a number that may be a bigint", "compile"],
  ["naziv", "nadlezan { id }", "an object", "compile"],
])("where %s was, code that reads %s: %s", async (before, after, _, noticed?: string) => {
  const field = after.split(" ")[0];
  expect(briefly(await changesOf(courts(`x: ${before}`), courts(`x: ${after}`)))).toContain(
    ["selection-changed", noticed, `Sud.${field}`].filter(Boolean).join(" "),
  );
});

test("a field is not read otherwise because another is, whose name begins with its own", async () => {
  expect(briefly(await changesOf(courts("a: naziv ab: naziv"), courts("a: oznaka ab: broj")))).toEqual([
    "selection-changed Sud.oznaka",
    "selection-changed compile Sud.broj",
  ]);
});

test.each([
  ["String", "[String!]", "run"],
  ["Int", "BigInteger", "run"],
  ["BigInteger", "Int", "compile"],
  ["[String]", "[BigInteger]", "compile"],
  ["[String]", "String", "compile"],
  ["String", "String!", "compile"],
])("code that passes a variable %s, which becomes %s, finds out at: %s", async (before, after, noticed) => {
  const sdl = tinySdl.replace("mark: String", `mark: ${after.replaceAll("!", "")}`);
  const [from, to] = [before, after].map((type) => courts("id", `$mark: ${type}`, "mark: $mark"));
  expect(briefly(await changesOf(from ?? "", to ?? "", sdl))).toContain(`variable-type-changed ${noticed} $mark`);
});

const messages = (found: { rule: string; message: string }[], rule: string): string[] =>
  found.filter((one) => one.rule === rule).map(({ message }) => message);

test("a type is selected whole only if the objects in it are", async () => {
  const { sdl, documents } = contract;
  const predmet = documents.predmet?.replace("      ime\n", "") ?? "";
  expect(predmet).not.toBe(documents.predmet);
  const found = await compareGraphql(contract, { sdl, documents: { ...documents, predmet } });
  expect(messages(found, "type-name-gone")).toEqual([
    "The type `Predmet` is no longer exported under that name: its operation does not select all of it.",
    "The type `Vjecnici` is no longer exported under that name: its operation does not select ime.",
  ]);
});

test("a type is selected whole only under its fields' own names", async () => {
  const { sdl, documents } = contract;
  const [before, after] = ["id naziv oznaka", "id naziv: oznaka oznaka: naziv"].map((fields) => ({
    sdl,
    documents: { ...documents, vrstaUpisnika: `query vrstaUpisnika { vrstaUpisnika { ${fields} } }` },
  }));
  const found = await compareGraphql(before ?? contract, after ?? contract);
  expect(messages(found, "type-name-gone")).toEqual([
    expect.stringContaining("The type `VrstaUpisnika` is no longer exported under that name"),
  ]);
});

test("a type has a parameter for the integers in it, and not for those beside it", async () => {
  const found = await changesOf(
    "query sudovi { sudovi { id nadlezan { naziv } } }",
    "query sudovi { sudovi { id nadlezan { naziv id } } }",
  );
  expect(messages(found, "type-parameter-added")).toEqual([
    "The type `SudoviQuery_sudovi_nadlezan` now holds integers, so it has a type parameter for them.",
  ]);
});
