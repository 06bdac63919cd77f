import { buildSchema, isRequiredArgument } from "graphql";
import { expect, test } from "vitest";
import { casesContract, casesSchema, readQueryFields } from "./cases.ts";

test("every query field of the contract is asked for, unless it needs an argument", () => {
  const fields = Object.values(casesSchema.getQueryType()?.getFields() ?? {});
  const free = fields.filter(({ name, args }) => name === "predmet" || !args.some(isRequiredArgument));
  expect(casesContract.fields.map(({ name }) => name)).toEqual(free.map(({ name }) => name));
});

test("a query field is asked for unless it has no document or needs an argument", () => {
  const schema = buildSchema(`
    scalar BigInteger
    scalar Datum
    enum Vrsta { JEDNA }
    type Voditelj { id: BigInteger!, zamjenik: Voditelj }
    type Pisarnica { naziv: String, voditelj: Voditelj }
    type Query {
      pisarnica(sud: BigInteger): [Pisarnica]
      bezDokumenta: String
      trebaSud(sud: BigInteger!): String
      vrste(vrsta: Vrsta): [Vrsta!]
      opis: Datum
    }`);
  const documents = {
    pisarnica: "query pisarnica …",
    trebaSud: "query trebaSud …",
    vrste: "query vrste …",
    opis: "query opis …",
  };
  expect(readQueryFields(schema, documents, { Datum: "text" })).toEqual([
    { name: "pisarnica", hasObjects: true, hasLists: true, values: new Set(["String", "BigInteger"]), neverNull: true },
    { name: "vrste", hasObjects: false, hasLists: true, values: new Set(["enum"]), neverNull: true },
    { name: "opis", hasObjects: false, hasLists: false, values: new Set(["mapped"]), neverNull: false },
  ]);
});

test("a case is asked for by its mark and court, required or not, and by nothing else", () => {
  const isAsked = (args: string): boolean => {
    const schema = buildSchema(
      `scalar BigInteger type Predmet { broj: String } type Query { predmet(${args}): Predmet }`,
    );
    return readQueryFields(schema, { predmet: "query predmet …" }).length === 1;
  };
  expect(isAsked("oznakaBroj: String, sud: BigInteger")).toBe(true);
  expect(isAsked("oznakaBroj: String!, sud: BigInteger!")).toBe(true);
  expect(isAsked("oznakaBroj: String, sud: BigInteger, godina: String!")).toBe(false);
  expect(isAsked("oznaka: String, sud: BigInteger")).toBe(false);
});
