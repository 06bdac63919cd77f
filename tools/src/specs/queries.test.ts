import { appendFile, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { folder } from "../../test/support/specs-to-break.ts";
import { root } from "../shared/repository.ts";
import { acceptedCourtCases } from "./court-cases.ts";
import { isTaken } from "./queries.ts";

const operation = (name: string, text: string): Promise<void> =>
  writeFile(join(folder, `operations/${name}.graphql`), text);

test.each(["Array", "Promise", "string"])("refuses a type called %s, which cannot be exported", async (name) => {
  const sdl = join(folder, "court-cases.graphql");
  await writeFile(sdl, (await readFile(sdl, "utf8")).replaceAll(/\bSud\b/g, name));
  expect(() => acceptedCourtCases(folder)).toThrow(
    `specs/operations/sudovi.graphql:2:3: the client cannot export a type called ${name}`,
  );
});

test("refuses a scalar that has no TypeScript type", async () => {
  await appendFile(join(folder, "court-cases.graphql"), "\nscalar Boja\n");
  expect(() => acceptedCourtCases(folder)).toThrow(/specs\/court-cases.graphql:\d+:1: give the scalar Boja a /);
});

test("refuses an enum in a response", async () => {
  const sdl = join(folder, "court-cases.graphql");
  await writeFile(sdl, (await readFile(sdl, "utf8")).replace("scalar DateTime", "enum DateTime { DANAS }"));
  expect(() => acceptedCourtCases(folder)).toThrow(
    "returns the enum DateTime, which is not supported: make it a scalar",
  );
});

test.each(["enum Razina { PRVA }", "input Razina { broj: BigInteger }"])(
  "refuses a variable of a type like %s",
  async (type) => {
    const sdl = join(folder, "court-cases.graphql");
    const text = await readFile(sdl, "utf8");
    await writeFile(sdl, `${text.replace("sudovi: [Sud]", "sudovi(razina: Razina): [Sud]")}\n${type}\n`);
    await operation("sudoviRazine", "query sudoviRazine($razina: Razina) { sudovi(razina: $razina) { id } }");
    expect(() => acceptedCourtCases(folder)).toThrow(
      "$razina of sudoviRazine is not a scalar, which is not supported: make each of its values an argument.",
    );
  },
);

test.each([
  ["two fields", "query dva { sudovi { id } posljednjeAzuriranje }", "dva must select one field"],
  ["an alias", "query drugi { x: sudovi { id } }", "drugi must select one field"],
  ["a field that may be absent", "query neki { sudovi @skip(if: true) { id } }", "neki must select one field"],
  ["no such field", "query nema { nema }", 'Cannot query field "nema"'],
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
