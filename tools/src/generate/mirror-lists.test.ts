import { expect, test } from "vitest";
import { contract } from "../../test/contract/contract.ts";
import { apply, type Edit } from "../../test/support/edits.ts";
import { copySpecs, folder } from "../../test/support/specs-to-break.ts";
import { readContract } from "../specs/contract.ts";
import { parseGraphqlSpecs } from "../specs/graphql.ts";
import { registerOperations } from "../specs/operations.ts";
import { SpecError } from "../specs/spec-error.ts";
import { mirrorLists } from "./mirror-lists.ts";

copySpecs();

/** The lists of the register after edits, each with its columns. */
function listsAfter(...edits: Edit[]): Record<string, string[]> {
  const { openapi, sdl, documents } = apply(contract, edits);
  const text = mirrorLists({
    ...readContract(folder),
    document: openapi,
    operations: registerOperations(openapi),
    courtCases: parseGraphqlSpecs(sdl, documents),
  });
  const [register = ""] = text.split("export const caseLists");
  return Object.fromEntries(
    register.split('of: "register",').flatMap((list) => {
      const name = /^ {4}name: "(.*)",$/m.exec(list)?.[1];
      const columns = [...list.matchAll(/^ {6}\{ name: "(.*)", type: "(.*)" \},$/gm)];
      return name === undefined ? [] : [[name, columns.map(([, column, type]) => `${column} ${type}`)]];
    }),
  );
}

const subjekt = "/paths/~1subjekt~1promjene/get";

test("what returns one object is not copied, and a list keeps its name when its resource gets another operation", () => {
  const lists = Object.keys(listsAfter());
  expect(lists).toEqual(expect.arrayContaining(["subjekt", "subjekt_promjene", "sud"]));
  expect(lists).not.toContain("subjekt_get");
  expect(lists).not.toContain("subjekt_list");
});

test("a list that needs what only a caller knows is not copied; one whose offset is required is", () => {
  const required = { name: "oznaka", in: "query", required: true, example: "a", schema: { type: "string" } };
  const lists = Object.keys(listsAfter({ set: `${subjekt}/parameters/-`, to: required }));
  expect(lists).not.toContain("subjekt_promjene");
  expect(lists).toContain("gfi");
});

test("lists, objects and what may be null have the columns of their types", () => {
  const fields = "/components/schemas/sud/properties";
  const { sud } = listsAfter(
    { set: `${fields}/oznake`, to: { type: "array", items: { type: "string" } } },
    { set: `${fields}/adresa`, to: { type: "object", properties: { ulica: { type: "string" } } } },
    { set: `${fields}/kratica`, to: { type: ["string", "null"] } },
    { set: `${fields}/vrsta`, to: { enum: [1, 2] } },
    { set: `${fields}/jezik`, to: { anyOf: [{ $ref: "#/components/schemas/jezik" }, { type: "null" }] } },
  );
  expect(sud).toEqual(
    expect.arrayContaining(["id integer", "oznake json", "adresa json", "kratica text", "vrsta integer", "jezik json"]),
  );
});

/** The text of a list of the court cases after edits. */
function caseListAfter(name: string, ...edits: Edit[]): string | undefined {
  const { sdl, documents } = apply(contract, edits);
  const text = mirrorLists({ ...readContract(folder), courtCases: parseGraphqlSpecs(sdl, documents) });
  return text.split('of: "cases",').find((one) => one.includes(`name: "${name}",\n`));
}

test("an enum is text, a list is JSON, and a scalar is what it is mapped to", () => {
  const columns = [...(caseListAfter("odjeli") ?? "").matchAll(/\{ name: "(.*)", type: "(.*)" \}/g)];
  expect(columns.map(([, name, type]) => `${name} ${type}`)).toEqual([
    ...["vrsta text", "poslovi json", "znakovi json", "nadlezni json", "osnovan text", "sobe integer", "javan boolean"],
  ]);
});

test("a list that can be asked for in pages says where the variables have offset and limit", () => {
  const pages = 'pages: { offset: ["uvjeti", "offset"], limit: ["uvjeti", "limit"] },';
  expect(caseListAfter("odjeli")).toContain(pages);
  expect(caseListAfter("sudovi")).not.toContain("pages");
  const limit = { sdl: '  "How many at most."\n  limit: Int\n', to: "" };
  expect(caseListAfter("odjeli", limit)).not.toContain("pages");
  const apart = [
    { sdl: "odjeli(", to: "odjeli(limit: Int = 100, " },
    { document: "odjeli", replace: "$uvjeti: UvjetiOdjela", to: "$limit: Int, $uvjeti: UvjetiOdjela" },
    { document: "odjeli", replace: "uvjeti: $uvjeti", to: "limit: $limit, uvjeti: $uvjeti" },
  ];
  expect(caseListAfter("odjeli", limit, ...apart)).toContain('offset: ["uvjeti", "offset"], limit: ["limit"]');
});

test("a list that needs what only a caller knows is not copied", () => {
  const required = [
    { sdl: "odjeli(", to: "odjeli(godina: Int!, " },
    { document: "odjeli", replace: "$uvjeti: UvjetiOdjela", to: "$godina: Int!, $uvjeti: UvjetiOdjela" },
    { document: "odjeli", replace: "uvjeti: $uvjeti", to: "godina: $godina, uvjeti: $uvjeti" },
  ];
  expect(caseListAfter("odjeli", ...required)).toBeUndefined();
  const ofDocument = { document: "odjeli", replace: "$uvjeti: UvjetiOdjela", to: "$uvjeti: UvjetiOdjela!" };
  expect(caseListAfter("odjeli", ofDocument)).toBeUndefined();
});

test("of what Query has one, cases alone are a list, and a document of another selects what it likes", () => {
  const one = {
    sdl: "type Query {\n",
    to: 'type Query {\n  "One court."\n  jedanSud("Its id." id: BigInteger!): Sud\n\n',
  };
  const { sdl, documents } = apply(contract, [one]);
  const jedanSud = "query jedanSud($id: BigInteger!) { jedanSud(id: $id) { id } }";
  const before = mirrorLists(readContract(folder));
  const courtCases = parseGraphqlSpecs(sdl, { ...documents, jedanSud });
  expect(mirrorLists({ ...readContract(folder), courtCases })).toBe(before);
});

/** What is said of the mirror's lists when a document is another. */
function saidOf(name: string, change: (text: string) => string): string {
  const { sdl, documents } = contract;
  const text = documents[name] ?? "";
  const changed = change(text);
  if (changed === text) throw new Error(`${name} is as it was.`);
  try {
    mirrorLists({ ...readContract(folder), courtCases: parseGraphqlSpecs(sdl, { ...documents, [name]: changed }) });
    return "";
  } catch (error) {
    if (!(error instanceof SpecError)) throw error;
    return error.message;
  }
}

test.each([
  ["a field of a case", "predmet", (text: string) => text.replace("    datumOsnivanja\n", ""), "datumOsnivanja"],
  ["a field of a list of a case", "predmet", (text: string) => text.replace("      prilozi\n", ""), "pismena.prilozi"],
  ["a whole list", "predmet", (text: string) => text.replace(/ {4}vjecnici \{[^}]*\}\n/, ""), "vjecnici"],
  ["a field of a court", "sudovi", (text: string) => text.replace("    prod\n", ""), "prod"],
  ["a field under another name", "sudovi", (text: string) => text.replace("    prod\n", "    x: prod\n"), "prod"],
  [
    "a field under the name of another",
    "sudovi",
    (text: string) => text.replace("    prod\n", "    prod: prikaz\n"),
    "prod",
  ],
  [
    "a field that is left out",
    "predmet",
    (text: string) => text.replace("    broj\n", "    broj @skip(if: true)\n"),
    "broj",
  ],
  [
    "a field in a fragment that is left out",
    "predmet",
    (text: string) => text.replace("    broj\n", "    ... @include(if: false) { broj }\n"),
    "broj",
  ],
])("a column is refused that no document asks for: %s", (_, name, change, path) => {
  expect(saidOf(name, change)).toMatch(`specs/operations/${name}.graphql: the document must select \`${path}\` always`);
});

test("a field may be selected twice, and in a fragment", () => {
  expect(saidOf("predmet", (text) => text.replace("    broj\n", "    broj @skip(if: true)\n    ... { broj }\n"))).toBe(
    "",
  );
});
