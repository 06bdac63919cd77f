import { expect, test } from "vitest";
import { readCases } from "./cases.ts";
import { cases } from "./contract.ts";

test("rows, lists and required fields are read from the SDL", () => {
  const contract = readCases(`scalar BigInteger scalar DateTime
    type Query { predmet: Predmet vrste: [Vrsta] posljednjeAzuriranje: DateTime }
    type Predmet { id: BigInteger zapisi: [Zapis] otvoren: DateTime spisi: [Zapis] }
    type Zapis { tekst: String } type Vrsta { id: BigInteger! naziv: String }`);
  expect(contract.unserved).toEqual([]);
  expect(contract.case.fields.map(({ name, kind }) => `${name}: ${kind}`)).toEqual([
    "id: integer",
    "otvoren: date-time",
  ]);
  expect(contract.children.map(({ field, row }) => `${field}: ${row.name}`)).toEqual(["zapisi: Zapis", "spisi: Zapis"]);
  expect(contract.lists.map(({ field }) => field)).toEqual(["vrste"]);
  expect(contract.lists[0]?.row.fields).toMatchObject([
    { name: "id", required: true },
    { name: "naziv", required: false },
  ]);
});

test("the whole SDL of the contract is served", () => {
  expect(cases.unserved).toEqual([]);
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
