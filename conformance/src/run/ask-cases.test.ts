import { buildSchema, Kind, parse, type SelectionSetNode, validate } from "graphql";
import { expect, test } from "vitest";
import { sdl } from "../generated/court-cases.ts";
import { typedDocument } from "./ask-cases.ts";

const problems = (changed: string): number => validate(buildSchema(changed), parse(typedDocument)).length;

test("the document that names every type is valid in the contract's schema", () => {
  expect(problems(sdl)).toBe(0);
});

test("it is no deeper than usual limits allow, which count fragments as well as fields", () => {
  const { definitions } = parse(typedDocument);
  const fragments = new Map(
    definitions.flatMap((one) => (one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one.selectionSet]] : [])),
  );
  const depth = (set: SelectionSetNode | undefined): number =>
    Math.max(
      0,
      ...(set?.selections ?? []).map(
        (one) => 1 + depth(one.kind === Kind.FRAGMENT_SPREAD ? fragments.get(one.name.value) : one.selectionSet),
      ),
    );
  const [query] = definitions;
  expect(query?.kind === Kind.OPERATION_DEFINITION && depth(query.selectionSet)).toBeLessThanOrEqual(5);
});

test.for<[string, (text: string) => string]>([
  ["a type has another name", (text) => text.replaceAll("Vjecnici", "Vijecnici")],
  [
    "a type does not implement the interface",
    (text) => text.replace("Rocista implements PredmetRelatedEntity", "Rocista"),
  ],
  ["the interface has another name", (text) => text.replaceAll("PredmetRelatedEntity", "Povezano")],
  ["the interface's field is a string", (text) => text.replaceAll("predmetId: BigInteger", "predmetId: String")],
  ["the interface's field is non-null", (text) => text.replaceAll("predmetId: BigInteger", "predmetId: BigInteger!")],
  ["an argument is a string", (text) => text.replace("sud: BigInteger)", "sud: String)")],
])("and invalid in a schema in which %s", ([, change]) => {
  expect(change(sdl)).not.toBe(sdl);
  expect(problems(change(sdl))).toBeGreaterThan(0);
});
