import { buildSchema, parse, validate } from "graphql";
import { expect, test } from "vitest";
import { readCases } from "../contract/cases.ts";
import { cases } from "../contract/contract.ts";
import { argumentsRule } from "./arguments.ts";

/** The contract with arguments of fields that are no lists, which say nothing of rows. */
const sdl = cases.sdl
  .replace(/^(type Sud [^}]*? {2}sudNaziv): String/m, "$1(jezik: String): String")
  .replace("  posljednjeAzuriranje: DateTime", "  posljednjeAzuriranje(zona: String): DateTime")
  .replace("  sudovi:", "  sudovi(razina: BigInteger):")
  .replace("  pismena:", "  pismena(tip: String):");

const refused = (query: string): string[] =>
  validate(buildSchema(sdl), parse(query), [argumentsRule(readCases(sdl))]).map(({ message }) => message);

test("an argument of what is no list is refused, not ignored; of a field of Query, once it is answered", () => {
  const query = 'query ($x: String) { posljednjeAzuriranje(zona: $x) sudovi { sudNaziv(jezik: "hr") } }';
  expect(refused(query)).toEqual(["This server does not know the argument Sud.sudNaziv(jezik)."]);
});

test("arguments of lists and of look-ups are accepted, and so are those of GraphQL itself", () => {
  expect(refused("query ($r: BigInteger) { sudovi(razina: $r) { id @include(if: true) } }")).toEqual([]);
  expect(refused('{ predmet(oznakaBroj: "P-1/2020", sud: 1) { id pismena(tip: "ulazno") { tip } } }')).toEqual([]);
  expect(refused('{ __type(name: "Sud") { fields(includeDeprecated: true) { name } } }')).toEqual([]);
});
