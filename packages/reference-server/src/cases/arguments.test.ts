import { buildSchema, parse, validate } from "graphql";
import { expect, test } from "vitest";
import { cases } from "../contract/contract.ts";
import { argumentsRule } from "./arguments.ts";

/** The contract with one more argument, which this server does not know. */
const schema = buildSchema(cases.sdl.replace("sudovi:", "sudovi(razina: BigInteger):"));

const refused = (query: string): string[] =>
  validate(schema, parse(query), [argumentsRule]).map(({ message }) => message);

test("an argument that this server does not know is refused, not ignored", () => {
  expect(refused("query ($r: BigInteger) { sudovi(razina: $r) { id } }")).toEqual([
    "This server does not know the argument Query.sudovi(razina).",
  ]);
});

test("arguments that this server knows are accepted, and so are those of GraphQL itself", () => {
  expect(refused('{ sudovi { id @include(if: true) } predmet(oznakaBroj: "P-1/2020", sud: 1) { id } }')).toEqual([]);
  expect(refused('{ __type(name: "Sud") { fields(includeDeprecated: true) { name } } }')).toEqual([]);
});
