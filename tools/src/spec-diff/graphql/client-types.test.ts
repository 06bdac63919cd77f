import { expect, test } from "vitest";
import { briefly, changesOf, courts, tinySdl } from "../../../test/support/tiny-sdl.ts";

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
