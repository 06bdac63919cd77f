import { buildSchema } from "graphql";
import { expect, test } from "vitest";
import { casesSchema, queryFields, readQueryFields } from "./cases.ts";

test("every query field of the contract is asked for", () => {
  expect(queryFields.map(({ name }) => name)).toEqual(Object.keys(casesSchema.getQueryType()?.getFields() ?? {}));
});

test("a query field is asked for unless it has no document or needs an argument", () => {
  const schema = buildSchema(`
    scalar BigInteger
    type Voditelj { id: BigInteger, zamjenik: Voditelj }
    type Pisarnica { naziv: String, voditelj: Voditelj }
    type Query {
      pisarnica(sud: BigInteger): [Pisarnica]
      bezDokumenta: String
      trebaSud(sud: BigInteger!): String
      opis: String
    }`);
  const documents = { pisarnica: "query pisarnica …", trebaSud: "query trebaSud …", opis: "query opis …" };
  expect(readQueryFields(schema, documents)).toEqual([
    { name: "pisarnica", hasObjects: true, scalars: new Set(["String", "BigInteger"]) },
    { name: "opis", hasObjects: false, scalars: new Set(["String"]) },
  ]);
});
