import { expect, test } from "vitest";
import { briefly, changesOf, courts, tinySdl } from "../../../test/support/tiny-sdl.ts";

const one = courts("id", "$a: [BigInteger]", "courts: $a");
const when = (fields: string): string => courts(fields, "$x: Boolean!");

const cases: [what: string, before: string, after: string, ...found: string[]][] = [
  [
    "an object that is no longer selected, and not what was below it",
    courts("id nadlezan { id naziv }"),
    courts("id"),
    "selection-removed compile Sud.nadlezan",
    "type-name-gone compile SudoviQuery_sudovi_nadlezan",
  ],
  [
    "an object that is selected now, and not what is below it",
    courts("id"),
    courts("id nadlezan { id naziv }"),
    "selection-added Sud.nadlezan",
  ],
  [
    "what an interface has, by the interface's name",
    courts("naziv ... on Zapis { id }"),
    courts("naziv"),
    "selection-removed compile Zapis.id",
  ],
  ["another value", courts("id", "", 'mark: "a"'), courts("id", "", 'mark: "b"'), "selection-changed Query.sudovi"],
  [
    "no change where arguments have another order",
    courts("id", "", 'mark: "a", courts: [1]'),
    courts("id", "", 'courts: [1], mark: "a"'),
  ],
  [
    "no other request because of a variable that callers do not know",
    one,
    courts("id", "$a: [BigInteger], $b: String", "courts: $a, mark: $b"),
    "variable-added $b",
  ],
  [
    "another request because of one with a default",
    one,
    courts("id", '$a: [BigInteger], $b: String! = "x"', "courts: $a, mark: $b"),
    "variable-added $b",
    "selection-changed Query.sudovi",
  ],
  [
    "another request because of one that is required",
    one,
    courts("id", "$a: [BigInteger], $b: String!", "courts: $a, mark: $b"),
    "required-variable-added compile $b",
    "selection-changed Query.sudovi",
  ],
  [
    "a field that is always selected now",
    when("id @include(if: $x) naziv @include(if: $x)"),
    when("id @include(if: $x) naziv"),
    "selection-changed Sud.naziv",
  ],
  [
    "a fragment that is not always selected now",
    `${when("id ...some broj @skip(if: $x)")} fragment some on Sud { naziv }`,
    `${when("id ...some @skip(if: $x) broj @skip(if: $x)")} fragment some on Sud { naziv }`,
    "selection-conditional compile Sud.naziv",
  ],
  [
    "nothing of a field that still is not always selected",
    when("id naziv @include(if: $x)"),
    when("id naziv @include(if: $x) broj"),
    "selection-added Sud.broj",
  ],
];
test.each(cases)("reports %s", async (_, before, after, ...found) => {
  expect(briefly(await changesOf(before, after))).toEqual(found);
});

test("reports a field that is gone from the schema, and not that its selection is gone, too", async () => {
  const sdl = tinySdl.replace(" naziv: String", "");
  expect(briefly(await changesOf(courts("id naziv"), courts("id"), sdl))).toEqual([
    "sdl-field-removed compile Sud.naziv",
  ]);
});

test("reports an argument that is passed now, and that services of before refuse", async () => {
  const sdl = tinySdl.replace("mark: String", "mark: String, aktivni: Boolean");
  const after = courts("id", "$aktivni: Boolean", "aktivni: $aktivni");
  const found = await changesOf(courts("id"), after, sdl);
  expect(found.find(({ rule }) => rule === "new-argument-passed")).toMatchObject({
    verdict: "risky",
    message: "`Query.sudovi.aktivni` is passed. A service that does not know the argument yet refuses the whole query.",
    todo: { servers: "Accept the argument before clients with this release are in use." },
  });
});

test("does not report it of an argument that services know, nor of a field that is new itself", async () => {
  const rules = async (...texts: Parameters<typeof changesOf>): Promise<string[]> =>
    (await changesOf(...texts)).map(({ rule }) => rule);
  expect(await rules(courts("id"), courts("id", "$a: String", "mark: $a"))).not.toContain("new-argument-passed");
  const sdl = tinySdl.replace("nadlezan: Sud", "nadlezan: Sud novi(mark: String): String");
  expect(await rules(courts("id"), courts('id novi(mark: "a")'), sdl)).toEqual([
    "sdl-field-added",
    "new-field-selected",
  ]);
});
