/** What `test/spec-diff` does not have: changes of documents that are reported once, elsewhere, or not at all, and what compilers notice. */
import { describe, expect, test } from "vitest";
import { contract } from "../../../test/contract/contract.ts";
import type { Change } from "../change.ts";
import { compareGraphql } from "./compare.ts";

/** A schema with fields and arguments of every kind. */
const schema = `scalar BigInteger
interface Zapis { id: BigInteger }
interface Novo { id: BigInteger }
type Sud implements Zapis {
  id: BigInteger naziv: String oznaka: String! broj: Int oznake: [String] brojevi: [BigInteger] nadlezan: Sud
  vrsta: Razina
}
input Uvjet { staro: String }
enum Razina { PRVA }
type Query { sudovi(mark: String, courts: [BigInteger], by: Uvjet, level: Razina): [Sud] }
`;

/** A query that selects these fields of courts, with variables and arguments if given. */
const courts = (fields: string, variables = "", given = ""): string =>
  `query sudovi${variables && `(${variables})`} { sudovi${given && `(${given})`} { ${fields} } }`;

/** What is reported when the one query that the client ships changes, and the schema with it if its text is given. */
const changesOf = (before: string, after: string, sdl: string = schema): Promise<Change[]> =>
  compareGraphql({ sdl: schema, documents: { sudovi: before } }, { sdl, documents: { sudovi: after } });

/** Each change as its rule and, if it breaks, how that is noticed; then its subject. */
const briefly = (changes: Change[]): string[] =>
  changes.map(({ rule, noticed, subject }) => [rule, noticed, subject].filter(Boolean).join(" "));

describe("compilers", () => {
  test.each([
    ["naziv", "oznaka", "text that is never null"],
    ["oznaka", "naziv", "text that may be null", "compile"],
    ["oznake", "brojevi", "a list of other items", "compile"],
    ["naziv", "oznake", "a list", "compile"],
    ["broj", "id", "another number"],
    ["naziv", "vrsta", "an enum"],
    ["vrsta", "naziv", "any text", "compile"],
    ["naziv", "nadlezan { id }", "an object", "compile"],
  ])("where %s was, code reads %s: %s", async (before, after, _, noticed?: string) => {
    const field = after.split(" ")[0];
    expect(briefly(await changesOf(courts(`x: ${before}`), courts(`x: ${after}`)))).toContain(
      ["selection-changed", noticed, `Sud.${field}`].filter(Boolean).join(" "),
    );
  });

  test.each([
    ["String", "[String!]", "run"],
    ["Int", "BigInteger", "run"],
    ["BigInteger", "Int", "run"],
    ["BigInteger", "String", "compile"],
    ["Razina", "String", "run"],
    ["String", "Razina", "compile"],
    ["Razina", "[Razina!]", "run"],
    ["Uvjet", "String", "compile"],
    ["[String]", "[BigInteger]", "compile"],
    ["[String]", "String", "compile"],
    ["String", "String!", "compile"],
  ])("a variable %s, which becomes %s, is noticed at: %s", async (before, after, noticed) => {
    const sdl = schema.replace("mark: String", `mark: ${after.replaceAll("!", "")}`);
    const [from = "", to = ""] = [before, after].map((type) => courts("id", `$mark: ${type}`, "mark: $mark"));
    expect(briefly(await changesOf(from, to, sdl))).toContain(`variable-type-changed ${noticed} $mark`);
  });
});

const one = courts("id", "$a: [BigInteger]", "courts: $a");
const when = (fields: string): string => courts(fields, "$x: Boolean!");
const newer = (from: string, to: string): string => schema.replace(from, to);

test.each<[what: string, before: string, after: string, found: string[], sdl?: string]>([
  [
    "an object that is selected now, and not what is below it",
    courts("id"),
    courts("id nadlezan { id naziv }"),
    ["selection-added Sud.nadlezan"],
  ],
  [
    "what an interface has, by the interface's name",
    courts("naziv ... on Zapis { id }"),
    courts("naziv"),
    ["selection-removed compile Zapis.id"],
  ],
  [
    "a field, and not one whose name begins with its own",
    courts("a: naziv ab: naziv"),
    courts("a: oznaka ab: oznake"),
    ["selection-changed Sud.oznaka", "selection-changed compile Sud.oznake"],
  ],
  [
    "no change where arguments have another order",
    courts("id", "", 'mark: "a", courts: [1]'),
    courts("id", "", 'courts: [1], mark: "a"'),
    [],
  ],
  [
    "no other request because of a variable that callers do not know",
    one,
    courts("id", "$a: [BigInteger], $b: String", "courts: $a, mark: $b"),
    ["variable-added $b"],
  ],
  [
    "another request because of one with a default",
    one,
    courts("id", '$a: [BigInteger], $b: String! = "x"', "courts: $a, mark: $b"),
    ["variable-added $b", "selection-changed Query.sudovi"],
  ],
  [
    "nothing of a field that still is not always selected",
    when("id naziv @include(if: $x)"),
    when("id naziv @include(if: $x) broj"),
    ["selection-added Sud.broj"],
  ],
  [
    "a field that is gone from the schema, and not its selection",
    courts("id naziv"),
    courts("id"),
    ["sdl-field-removed compile Sud.naziv"],
    newer(" naziv: String", ""),
  ],
  [
    "a new field once, and no argument of it",
    courts("id"),
    courts('id novi(mark: "a")'),
    ["sdl-field-added Sud.novi", "new-field-selected Sud.novi"],
    newer("nadlezan: Sud", 'nadlezan: Sud novi(mark: String): String @deprecated(reason: "Old.")'),
  ],
  [
    "a document that follows its field to another type with the field alone",
    courts("... on Sud { id }"),
    courts("... on Court { id }"),
    ["sdl-type-added Court", "sdl-field-type-changed run Query.sudovi"],
    `${newer("): [Sud]", "): [Court]")}type Court { id: BigInteger ime: String }`,
  ],
  [
    "neither a field nor a type as gone that a fragment selects",
    courts("id nadlezan { naziv }"),
    `${courts("...oba")} fragment oba on Sud { id nadlezan { ...naziv } } fragment naziv on Sud { naziv }`,
    ["document-changed sudovi"],
  ],
  [
    "a fragment within itself as not valid",
    courts("id"),
    `${courts("...krug")} fragment krug on Sud { id nadlezan { ...krug } }`,
    ["document-invalid sudovi"],
  ],
  [
    "the deprecation of a field of an input once",
    courts("id"),
    courts("id"),
    ["sdl-deprecated Uvjet.staro"],
    newer("staro: String", 'staro: String @deprecated(reason: "Old.")'),
  ],
  [
    "the deprecation of a value of an enum once",
    courts("id"),
    courts("id"),
    ["sdl-deprecated Razina.PRVA"],
    newer("PRVA", 'PRVA @deprecated(reason: "Old.")'),
  ],
])("reports %s", async (_, before, after, found, sdl) => {
  expect(briefly(await changesOf(before, after, sdl))).toEqual(found);
});

test("a removed scalar is reported once, not for every field and argument", async () => {
  const { sdl, documents } = contract;
  const predmet = documents.predmet?.replace("BigInteger", "Broj") ?? "";
  const after = { sdl: sdl.replaceAll("BigInteger", "Broj"), documents: { ...documents, predmet } };
  const found = briefly(await compareGraphql(contract, after));
  expect(found.map((change) => change.split(" ")[0])).toEqual([
    "sdl-type-removed",
    "sdl-type-added",
    "variable-type-changed",
  ]);
});

test("a type is selected whole only if the objects in it are, and under its fields' own names", async () => {
  const { sdl, documents } = contract;
  const gone = async (before: typeof documents, after: typeof documents): Promise<string[]> => {
    const found = await compareGraphql({ sdl, documents: before }, { sdl, documents: after });
    return found.flatMap(({ rule, subject }) => (rule === "type-name-gone" ? [subject] : []));
  };
  const predmet = documents.predmet?.replace("      ime\n", "") ?? "";
  expect(await gone(documents, { ...documents, predmet })).toEqual(["Predmet", "Vjecnici"]);
  const [own, others] = ["id naziv oznaka", "id naziv: oznaka oznaka: naziv"].map((fields) => ({
    vrstaUpisnika: `query vrstaUpisnika { vrstaUpisnika { ${fields} } }`,
  }));
  expect(await gone({ ...documents, ...own }, { ...documents, ...others })).toEqual(["VrstaUpisnika"]);
});

test("a type has a parameter for the integers in it, and not for those beside it", async () => {
  const found = await changesOf(courts("id nadlezan { naziv }"), courts("id nadlezan { naziv id }"));
  expect(briefly(found.filter(({ rule }) => rule === "type-parameter-added"))).toEqual([
    "type-parameter-added compile SudoviQuery_sudovi_nadlezan",
  ]);
});

test("a change without a rule of ours has inspector's verdict and words", async () => {
  expect(
    await changesOf(courts("id"), courts("id"), newer("implements Zapis", "implements Zapis & Novo")),
  ).toMatchObject([
    {
      rule: "object-type-interface-added",
      verdict: "risky",
      message: "`Sud`: 'Sud' object implements 'Novo' interface.",
    },
  ]);
});
