/** Names of the lists of court cases that are refused. Those of the register are in `refused.md`. */
import { expect, test } from "vitest";
import { contract } from "../../test/contract/contract.ts";
import { apply, type Edit } from "../../test/support/edits.ts";
import { parseGraphqlSpecs } from "./graphql.ts";
import { caseNameFaults } from "./mirror-names.ts";
import { registerOperations } from "./operations.ts";

function faults(...edits: Edit[]): string[] {
  const { openapi, sdl, documents } = apply(contract, edits);
  return caseNameFaults(parseGraphqlSpecs(sdl, documents), registerOperations(openapi)).map((fault) =>
    fault.join(": "),
  );
}

/** Another name of a field, in the SDL and in the document that selects it. */
const rename = (document: string, field: string, to: string): Edit[] => [
  { sdl: `  ${field}: `, to: `  ${to}: ` },
  { document, replace: ` ${field}`, to: ` ${to}` },
];

test("the contract of a page is accepted", () => {
  expect(faults()).toEqual([]);
});

test.each<[what: string, edits: Edit[], message: string]>([
  ["a list", rename("sudovi", "sudovi", "company"), 'the mirror has tables of its own that are called like "company".'],
  [
    "a list of a case",
    rename("predmet", "vjecnici", "pg_vijece"),
    'tables of its own that are called like "pg_vijece".',
  ],
  [
    "a list called like one of the register",
    rename("sudovi", "sudovi", "Sud"),
    'the mirror would have two tables "sud", of Query.Sud and of sud.list: rename one.',
  ],
  [
    "a list called like what the mirror adds to another",
    rename("sudovi", "sudovi", "predmet_lookup"),
    'the mirror would have two tables "predmet_lookup", of Query.predmet_lookup and of Query.predmet: rename one.',
  ],
  ["a field", rename("sudovi", "razina", "Generation"), 'a column of its own that is called "Generation".'],
  [
    "a field of a case",
    rename("predmet", "datumOsnivanja", "asked_court"),
    'a column of its own that is called "asked_court".',
  ],
  [
    "two fields that are one to a database",
    rename("sudovi", "razina", "Prod"),
    'the mirror would have two columns "prod", of "prod" and of "Prod": rename one.',
  ],
  [
    "a list that is too long",
    rename("sudovi", "sudovi", "s".repeat(60)),
    "is too long: with what the mirror adds, PostgreSQL has 63 bytes for the name of a table.",
  ],
])("%s", (_, edits, message) => {
  expect(faults(...edits)).toEqual([expect.stringMatching(/^specs\/court-cases\.graphql:\d+:\d+: /)]);
  expect(faults(...edits)[0]).toContain(message);
});

test("another field that looks cases up is no list of the mirror, which follows cases by predmet", () => {
  const { predmet = "" } = contract.documents;
  const edits: Edit[] = [
    { sdl: "  predmet(", to: "  spis(oznakaBroj: String, sud: BigInteger): Predmet\n\n  predmet(" },
    { document: "spis", text: predmet.replace("query predmet", "query spis").replace("  predmet(", "  spis(") },
  ];
  expect(faults(...edits)).toEqual([]);
});

test("a field of what is of no case may be called as what cases are asked for by", () => {
  expect(faults(...rename("sudovi", "razina", "asked_court"))).toEqual([]);
});
