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

test("a query field without rows has the value that an example shows", () => {
  const sdl = `scalar BigInteger scalar DateTime type Sud { id: BigInteger }
    type Query { predmet: Predmet broj: BigInteger oznake: [String!] sud(id: BigInteger): Sud! } type Predmet { id: BigInteger }`;
  const shown = { broj: '{"data":{"broj":9007199254740993}}', oznake: '{"data":{"oznake":["a"]}}' };
  const { unserved, values, lists } = readCases(sdl, {}, shown);
  expect(unserved).toEqual([]);
  expect([...values]).toEqual([
    ["broj", 9007199254740993n],
    ["oznake", ["a"]],
  ]);
  expect(lists.map(({ field, isOne }) => [field, isOne])).toEqual([["sud", true]]);
});

test("a query field of which nothing is known is reported", () => {
  const sdl =
    "scalar BigInteger scalar DateTime type Query { predmet: Predmet broj: BigInteger } type Predmet { id: BigInteger }";
  expect(readCases(sdl).unserved).toEqual(["query field broj: it has no rows, and no example shows its value"]);
});

test("enums, Ints, lists and mapped scalars are kept, with what the contract shows of them", () => {
  const sdl = `scalar BigInteger scalar Datum scalar Rbr scalar Nepoznat enum Vrsta { A B }
    type Query { predmet: Predmet vrste: [Stavka!]! }
    type Predmet { id: BigInteger oznake: [[String!]!] }
    type Stavka { vrsta: Vrsta! sve: [Vrsta!] od: Datum rbr: Rbr broj: Int x: Nepoznat predmet: Predmet }`;
  const shown = { vrste: '{"data":{"vrste":[{"od":"2024-01-31","rbr":9007199254740993},null]}}', predmet: "{}" };
  const contract = readCases(sdl, { Datum: "text", Rbr: "integer" }, shown);
  const vrsta = { kind: "string", bounds: [{ values: ["A", "B"], examples: [] }] };
  expect(contract.lists[0]?.row).toEqual({
    name: "Stavka",
    fields: [
      { name: "vrsta", required: true, ...vrsta },
      {
        name: "sve",
        kind: "list",
        required: false,
        items: { name: "", required: true, nullable: false, ...vrsta },
      },
      { name: "od", kind: "string", required: false },
      { name: "rbr", kind: "integer", required: false },
      { name: "broj", kind: "int32", required: false },
    ],
    examples: [{ od: "2024-01-31", rbr: 9007199254740993n }, {}],
  });
  expect(contract.case.fields[1]).toMatchObject({
    kind: "list",
    items: { kind: "list", nullable: false, items: { kind: "string", nullable: false } },
  });
});
