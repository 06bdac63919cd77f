import { buildSchema, parse } from "graphql";
import { expect, test } from "vitest";
import { usage } from "./usage.ts";

test("reads what an operation uses from the document's structure, not from its text", () => {
  const schema = buildSchema(`
    scalar BigInteger
    interface Vezan { id: BigInteger }
    type Predmet implements Vezan { id: BigInteger broj: BigInteger }
    type Query { predmet(oznaka: String, sud: BigInteger): Predmet }
  `);
  const document = parse(`
      query predmet($sud: [BigInteger!]!) @live(sud: 1) { predmet(oznaka: "sud: 1") { ...cijeli } }
      query drugi { predmet(sud: 1) { __typename } }
      fragment cijeli on Predmet { id }
  `);
  const operations = ["predmet", "drugi"].map((name) => ({ name, document }));
  const used = usage(schema, operations);
  expect([...used].filter(([, names]) => names.has("predmet")).map(([coordinate]) => coordinate)).toEqual([
    "BigInteger",
    "Query.predmet",
    "Query",
    "Predmet",
    "Vezan",
    "Query.predmet.oznaka",
    "Predmet.id",
  ]);
  expect(used.get("Query.predmet.sud")).toEqual(new Set(["drugi"]));
});
