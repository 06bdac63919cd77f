import { expect, test } from "vitest";
import { readCases } from "./cases.ts";
import { cases } from "./contract.ts";

test("rows, lists and required fields are read from the SDL", () => {
  expect(cases.unserved).toEqual([]);
  expect(cases.children.map(({ field, row }) => `${field}: ${row.name}`)).toEqual([
    "pismena: Pismena",
    "povezaniPredmeti: VezePredmeta",
    "rocista: Rocista",
    "stariPredmet: StariPredmet",
    "stranke: Sudionik",
    "vjecnici: Vjecnici",
  ]);
  expect(cases.lists.map(({ field }) => field)).toEqual(["sudovi", "vrstaUpisnika"]);
  const required = cases.lists.flatMap(({ row }) =>
    row.fields.filter((field) => "required" in field && field.required),
  );
  expect(required.map(({ name }) => name)).toEqual(["id"]);
});

test("an unknown query field is reported", () => {
  const sdl =
    "scalar BigInteger scalar DateTime type Query { predmet: Predmet broj: BigInteger } type Predmet { id: BigInteger }";
  expect(readCases(sdl).unserved).toEqual(["query field broj: it is not a list of rows"]);
});

test("an unknown argument is reported", () => {
  const sdl = `scalar BigInteger
    type Query { predmet(oznakaBroj: String, sud: BigInteger, godina: BigInteger): Predmet sudovi(razina: BigInteger): [Sud] }
    type Predmet { id(prefix: String): BigInteger } type Sud { id: BigInteger }`;
  expect(readCases(sdl).unserved).toEqual(
    ["Query.predmet(godina)", "Query.sudovi(razina)", "Predmet.id(prefix)"].map(
      (argument) => `argument ${argument}: this server does not know it`,
    ),
  );
});
