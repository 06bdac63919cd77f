import { appendFile, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { copySpecs, edit, folder } from "../../test/support/specs-to-break.ts";
import { root } from "../shared/repository.ts";
import { acceptedCourtCases, isTaken } from "./court-cases.ts";

copySpecs();

const operation = (name: string, text: string): Promise<void> =>
  writeFile(join(folder, `operations/${name}.graphql`), text);

/** Another text in the SDL. @returns the line of a text after that. */
async function editSdl(from: RegExp | string, to: string, at: string): Promise<number> {
  const sdl = join(folder, "court-cases.graphql");
  const text = (await readFile(sdl, "utf8")).replaceAll(from, to);
  await writeFile(sdl, text);
  return text.slice(0, text.indexOf(at)).split("\n").length;
}

test.each(["Array", "Promise", "string"])("refuses a type called %s, which cannot be exported", async (name) => {
  const line = await editSdl(/\bSud\b/g, name, `type ${name}`);
  expect(() => acceptedCourtCases(folder)).toThrow(
    `specs/court-cases.graphql:${line}:6: the client cannot export a type called ${name}`,
  );
});

const unmapped = 'Map it in tools/codegen.ts, to what it is in JSON, such as `Boja: "string"`.';

test.each<[type: string, declared: string, says: string]>([
  ["Boja", "scalar Boja", `the scalar Boja. ${unmapped}`],
  ["[Boja!]", "scalar Boja", `the scalar Boja. ${unmapped}`],
  [
    "Float",
    "",
    "the scalar Float. The client returns values as JSON has them, and takes every number for an integer: ",
  ],
  [
    "Boja",
    "union Boja = Pismena | Vjecnici",
    "the type Boja, of which a value may be of several types. Make it an object",
  ],
  [
    "[Sto]",
    "interface Sto { id: BigInteger }",
    "the type Sto, of which a value may be of several types. Make it an object",
  ],
])("refuses a field %s, with %s", async (type, declared, says) => {
  await appendFile(join(folder, "court-cases.graphql"), `\n${declared}\n`);
  const line = await editSdl("  razina: BigInteger", `  razina: ${type}`, "  razina: ");
  if (says.startsWith("the type"))
    await edit("operations/sudovi.graphql", "    razina\n", "    razina { __typename }\n");
  expect(() => acceptedCourtCases(folder)).toThrow(`specs/court-cases.graphql:${line}:3: \`Sud.razina\` is of ${says}`);
});

test("refuses a scalar in an input, and a variable of one, that is not mapped", async () => {
  await editSdl('  sobe: Int\n  "From', '  sobe: Boja\n  "From', "");
  await editSdl("\ntype Query", "\nscalar Boja\n\ntype Query", "");
  expect(() => acceptedCourtCases(folder)).toThrow(`\`UvjetiOdjela.sobe\` is of the scalar Boja. ${unmapped}`);
  await editSdl("sudovi: [Sud]", "sudovi(boje: [Boja]): [Sud]", "");
  await operation("sudoviBoja", "query sudoviBoja($boje: [Boja]) { sudovi(boje: $boje) { id } }");
  expect(() => acceptedCourtCases(folder)).toThrow(`$boje of sudoviBoja is of the scalar Boja. ${unmapped}`);
});

test("a variable may be a value in an input, and a field may be an enum, an Int or a list", async () => {
  await operation(
    "neki",
    "query neki($vrsta: VrstaOdjela, $znak: String!) { odjeli(uvjeti: { vrsta: $vrsta, znakovi: [$znak] }) { vrsta } }",
  );
  await editSdl("  razina: BigInteger", "  razina: [[Int!]]", "");
  expect(() => acceptedCourtCases(folder)).not.toThrow();
});

test.each(["Exact", "SudoviQuery", "SudoviQuery_sudovi", "PredmetQueryVariables"])(
  "refuses an enum and an input called %s, which generated code has",
  async (name) => {
    for (const type of ["VrstaOdjela", "UvjetiOdjela"]) {
      await editSdl(new RegExp(`\\b${type}\\b`, "g"), name, "");
      await operation("odjeli", "query odjeli { odjeli { vrsta } }");
      expect(() => acceptedCourtCases(folder)).toThrow(`the client cannot export a type called ${name}`);
      await editSdl(new RegExp(`\\b${name}\\b`, "g"), type, "");
    }
  },
);

test.each([
  ["two fields", "query dva { sudovi { id } posljednjeAzuriranje }", "dva must select one field"],
  ["an alias", "query drugi { x: sudovi { id } }", "drugi must select one field"],
  ["a field that may be absent", "query neki { sudovi @skip(if: true) { id } }", "neki must select one field"],
  ["no field of its own", "query sam { __typename }", "sam must select one field"],
  ["no such field", "query nema { nema }", 'Cannot query field "nema"'],
  [
    "a variable below its field",
    "query kasnije($da: Boolean!) { sudovi { id @include(if: $da) } }",
    "$da of kasnije is not the value of an argument of the operation's field, or in one: make it so.",
  ],
])("an operation with %s is refused with its name", async (_, text, message) => {
  await operation("novi", text);
  expect(() => acceptedCourtCases(folder)).toThrow(message);
});

test("everything that the package exports by hand is taken", async () => {
  const index = await readFile(join(root, "packages/graphql/src/index.ts"), "utf8");
  const exported = [...index.matchAll(/\{([^}]*)\}/g)].flatMap(([, names = ""]) => names.match(/\b[A-Z]\w*/g) ?? []);
  expect(exported).toContain("CallOptions");
  expect(exported.filter((name) => !isTaken(name))).toEqual([]);
});
