import { expect, test } from "vitest";
import { changesOf, courts } from "../../../test/support/tiny-sdl.ts";

const taking = (variable: string): string => courts("id", variable, "mark: $mark");

test.each([
  ['$mark: String! = "x"', "$mark: String!", "breaking", "compile", 'absent; it was "x"'],
  ['$mark: String = "x"', "$mark: String", "breaking", "run", 'absent; it was "x"'],
  ['$mark: String = "x"', '$mark: String = "y"', "breaking", "run", '"y"; it was "x"'],
  ["$mark: String", '$mark: String = "y"', "risky", undefined, '"y"; it was absent'],
])("a default, from %s to %s", async (before, after, verdict, noticed, what) => {
  const [change, ...others] = await changesOf(taking(before), taking(after));
  expect(others).toEqual([]);
  expect([change?.verdict, change?.noticed, change?.message]).toEqual([
    verdict,
    noticed,
    `The default of the variable \`$mark\` is now ${what}.`,
  ]);
});

test("a variable that need not be null any more is wider, and nobody has to do anything", async () => {
  expect(await changesOf(taking("$mark: String!"), taking("$mark: String"))).toMatchObject([
    { rule: "variable-type-wider", verdict: "safe", todo: { graphql: "Nothing." } },
  ]);
});
