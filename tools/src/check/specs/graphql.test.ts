/** The specs follow each rule for interface B, and each rule finds violations in the contract of a page. */
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { edit, folder } from "../../../test/support/specs-to-break.ts";
import { root } from "../../shared/repository.ts";
import { lintGraphql, unpassed } from "./graphql.ts";

test("the specs follow the rules", () => {
  expect(lintGraphql(join(root, "specs"))).toEqual([]);
});

test.each(["court-cases.graphql", "operations"])("says that %s is missing", async (file) => {
  await rm(join(folder, file), { recursive: true });
  expect(lintGraphql(folder)).toEqual([
    `specs/${file}: cannot be read: no such file or directory. Restore it from git, or correct its name or permissions.`,
  ]);
});

const sdl = "court-cases.graphql";
/** What is broken, in which file, what becomes what there, and what is said; LINE is the line where the new text begins. */
const brokenSdl: [string, string, string, string, string][] = [
  [
    "a field without a description",
    sdl,
    '  "Number of the case."\n',
    "",
    "court-cases.graphql: `Predmet.broj` needs a description: it becomes a docstring.",
  ],
  [
    "a field with a blank description",
    sdl,
    '"Number of the case."',
    '" "',
    "court-cases.graphql: `Predmet.broj` needs a description: it becomes a docstring.",
  ],
  [
    "a field of an interface without a description",
    sdl,
    'interface PredmetRelatedEntity {\n  "Identifier of the case."\n',
    "interface PredmetRelatedEntity {\n",
    "court-cases.graphql: `PredmetRelatedEntity.predmetId` needs a description: it becomes a docstring.",
  ],
  [
    "a type without a description",
    sdl,
    '"Court case."\n',
    "",
    "court-cases.graphql: `Predmet` needs a description: it becomes a docstring.",
  ],
  [
    "a scalar without a description",
    sdl,
    '"An integer of any size."\n',
    "",
    "court-cases.graphql: `BigInteger` needs a description: it becomes a docstring.",
  ],
  [
    "an argument without a description",
    sdl,
    '"Case mark." ',
    "",
    "court-cases.graphql: `Query.predmet.oznakaBroj` needs a description: it becomes a docstring.",
  ],
  [
    "a query that no document sends",
    sdl,
    "type Query {\n",
    'type Query {\n  "Novelties."\n  novo: String\n',
    "operations: no document selects `Query.novo`: write novo.graphql.",
  ],
  [
    "a field that no document selects",
    "operations/sudovi.graphql",
    "    prod\n",
    "",
    "operations: no document selects `Sud.prod`: add it wherever one selects `Sud`.",
  ],
  [
    "a field that the schema does not have",
    "operations/sudovi.graphql",
    "    prod\n",
    "    prodd\n",
    'specs/operations/sudovi.graphql:LINE:5: Cannot query field "prodd" on type "Sud". Did you mean "prod"?',
  ],
  [
    "an operation not named like its file",
    "operations/sudovi.graphql",
    "query sudovi",
    "query courts",
    "specs/operations/sudovi.graphql: the file must contain one operation called `sudovi`, and nothing else.",
  ],
  [
    "a second operation",
    "operations/sudovi.graphql",
    "query sudovi",
    "query courts { posljednjeAzuriranje } query sudovi",
    "specs/operations/sudovi.graphql: the file must contain one operation called `sudovi`, and nothing else.",
  ],
  [
    "a fragment beside the operation",
    "operations/vrstaUpisnika.graphql",
    "query vrstaUpisnika {\n  vrstaUpisnika {",
    "query vrstaUpisnika {\n  vrstaUpisnika { ...f } } fragment f on VrstaUpisnika { ... {",
    "specs/operations/vrstaUpisnika.graphql: the file must contain one operation called `vrstaUpisnika`, and nothing else.",
  ],
  [
    "an enum, from which no client can be generated",
    sdl,
    "scalar BigInteger\n",
    "enum BigInteger {\n  JEDAN\n}\n",
    "which is not supported: make it a scalar, such as String.",
  ],
  [
    "a scalar that no requirement judges",
    sdl,
    "  razina: BigInteger",
    "  razina: Int",
    "specs/court-cases.graphql: `Sud.razina` is of the type Int, which no requirement judges. Make it a String, Boolean, ID, BigInteger, DateTime, or teach it first to the suite (conformance/",
  ],
  ["invalid SDL", sdl, "type Query {", "type Query (", 'Syntax Error: Unexpected "(".'],
  [
    "an invalid document",
    "operations/sudovi.graphql",
    "query",
    "qery",
    "specs/operations/sudovi.graphql:1:1: Syntax Error",
  ],
  [
    "a name that GraphQL reserves",
    sdl,
    '  "Level of the court."\n  razina',
    '  "Level of the court."\n  __razina',
    'specs/court-cases.graphql:LINE:3: Name "__razina" must not begin with "__", which is reserved by GraphQL',
  ],
  ["a type that does not exist", sdl, "razina: BigInteger", "razina: Big", 'Unknown type "Big".'],
];

test.each(["Boolean", "ID"])("a field of the type %s is judged", async (type) => {
  await edit(sdl, "  razina: BigInteger", `  razina: ${type}`);
  expect(lintGraphql(folder)).toEqual([]);
});

test.each(brokenSdl)("finds %s", async (_, file, from, to, message) => {
  const edited = await edit(file, from, to);
  const line = edited.slice(0, edited.indexOf(to)).split("\n").length;
  expect(lintGraphql(folder)).toContainEqual(expect.stringContaining(message.replace("LINE", String(line))));
});

const level = '  sudovi("Level." razina: BigInteger): [Sud]';
const byMark = "query predmet($oznakaBroj: String) {\n  predmet(oznakaBroj: $oznakaBroj)";
const byBoth = "query predmet($oznakaBroj: String, $sud: BigInteger) {\n  predmet(oznakaBroj: $oznakaBroj, sud: $sud)";

test.each([
  [
    "that is new",
    sdl,
    "  sudovi: [Sud]",
    level,
    "Query.sudovi.razina",
    "sudovi.graphql, as a variable `$razina: BigInteger`",
  ],
  [
    "that it passed",
    "operations/predmet.graphql",
    byBoth,
    byMark,
    "Query.predmet.sud",
    "predmet.graphql, as a variable `$sud: BigInteger`",
  ],
])("an argument %s, and that no document passes, is pointed out", async (_, file, from, to, name, fix) => {
  expect(unpassed(folder)).toEqual([]);
  await edit(file, from, to);
  expect(unpassed(folder)).toEqual([expect.stringContaining(`no document passes \`${name}\``)]);
  expect(unpassed(folder)).toEqual([expect.stringContaining(`Pass it in ${fix}, or in a document of its own`)]);
});

test("arguments that are passed are found under any name of the query type", async () => {
  await edit(sdl, "type Query {", "schema {\n  query: Upit\n}\n\ntype Upit {");
  expect(unpassed(folder)).toEqual([]);
});

test("nothing is said of arguments where the specs are refused", async () => {
  await edit(sdl, "type Query {", "type Query (");
  expect(unpassed(folder)).toEqual([]);
});
