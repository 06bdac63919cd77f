import { appendFile, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { copySpecs, folder } from "../../test/support/specs-to-break.ts";
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

test.each(["enum Boja { PLAVA }", "scalar Boja"])(
  "refuses a response with what is declared as %s",
  async (declared) => {
    await appendFile(join(folder, "court-cases.graphql"), `\n${declared}\n`);
    const line = await editSdl("  razina: BigInteger", "  razina: Boja", "  razina: ");
    expect(() => acceptedCourtCases(folder)).toThrow(
      `specs/court-cases.graphql:${line}:3: \`Sud.razina\` is of the type Boja, which no requirement judges. Make it a String,`,
    );
  },
);

test.each(["enum Razina { PRVA }", "input Razina { broj: BigInteger }", "scalar Razina"])(
  "refuses a variable of a type like %s",
  async (type) => {
    await editSdl("sudovi: [Sud]", "sudovi(razina: Razina): [Sud]", "");
    await appendFile(join(folder, "court-cases.graphql"), `\n${type}\n`);
    await operation("sudoviRazine", "query sudoviRazine($razina: Razina) { sudovi(razina: $razina) { id } }");
    expect(() => acceptedCourtCases(folder)).toThrow(
      "specs/operations/sudoviRazine.graphql:1:54: $razina of sudoviRazine is not a scalar that the client knows: make each of its values an argument",
    );
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
    "$da of kasnije is not the value of an argument of the operation's field",
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
