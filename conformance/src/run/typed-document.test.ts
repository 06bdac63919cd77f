import { buildSchema, isObjectType, Kind, parse, type SelectionSetNode, validate } from "graphql";
import { expect, test } from "vitest";
import { casesContract, casesSchema } from "../contract/cases.ts";
import { sdl } from "../generated/court-cases.ts";
import { typedDocument } from "./typed-document.ts";

const names = casesContract.fields.map(({ name }) => name);
const document = typedDocument(casesSchema, names);
const problems = (changed: string): number => validate(buildSchema(changed), parse(document)).length;

test("the document that names every type is valid in the contract's schema", () => {
  expect(problems(sdl)).toBe(0);
});

test("it is about types: it is valid where another field than those of the interface and id has another name", () => {
  const named = Object.values(casesSchema.getTypeMap()).flatMap((type) => {
    const fields = isObjectType(type) ? Object.values(type.getFields()) : [];
    const text = fields.find((field) => String(field.type) === "String")?.name;
    return fields.some(({ name }) => ["id", "predmetId"].includes(name)) && text ? [{ type: type.name, text }] : [];
  });
  expect(named.length).toBeGreaterThan(1);
  for (const { type, text } of named) {
    const renamed = sdl.replace(new RegExp(`(^type ${type} [^}]*?\\n  )${text}:`, "m"), `$1x${text}:`);
    expect(renamed).not.toBe(sdl);
    expect(problems(renamed)).toBe(0);
  }
});

test("it is valid in another contract, whose types it names", () => {
  const own = (text: string): number => {
    const schema = buildSchema(text);
    return validate(schema, parse(typedDocument(schema, Object.keys(schema.getQueryType()?.getFields() ?? {})))).length;
  };
  const smaller = `scalar BigInteger
    interface Zapis { predmetId: BigInteger }
    type Spis implements Zapis { predmetId: BigInteger }
    type Predmet { spisi: [Spis] sud: Sud }
    type Sud { naziv: String! predmeti: [Predmet] }
    type Query { predmet(oznakaBroj: String!, sud: BigInteger!): Predmet sudovi: [Sud] vrijeme: String }`;
  expect(own(smaller)).toBe(0);
  const stricter = smaller.replace("Spis implements Zapis { predmetId: BigInteger", "$&!");
  expect(stricter).not.toBe(smaller);
  expect(own(stricter)).toBe(0);
  expect(own(smaller.replaceAll("predmetId: BigInteger", "$& sud: Sud"))).toBe(0);
  expect(own("type Sud { naziv: String } type Query { sudovi: [Sud] }")).toBe(0);
  const dependent = "type Sud { naziv(jezik: ID!): String sudac(godina: ID!): Sudac } type Sudac { ime: String }";
  expect(own(`${dependent} type Query { sudovi: [Sud] }`)).toBe(0);
});

test("in a contract without objects, it asks for something: empty braces are refused, though not by graphql-js", () => {
  expect(typedDocument(buildSchema("type Query { vrijeme: String }"), ["vrijeme"])).not.toMatch(/\{\s*\}/);
});

test("it is no deeper than usual limits allow, which count fragments as well as fields", () => {
  const { definitions } = parse(document);
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
  [
    "a type's field of the interface is non-null",
    (text) => text.replace(/type Rocista [^}]*predmetId: BigInteger/, "$&!"),
  ],
  ["an argument is a string", (text) => text.replace("sud: BigInteger)", "sud: String)")],
])("and invalid in a schema in which %s", ([, change]) => {
  expect(change(sdl)).not.toBe(sdl);
  expect(problems(change(sdl))).toBeGreaterThan(0);
});
