/** Text from a spec never becomes code: importing a module generated from malicious specs runs nothing. */
import { execFile } from "node:child_process";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { parse, print, visit } from "graphql";
import { expect, test } from "vitest";
import { contractFolder } from "../../test/contract/contract.ts";
import { generateGraphql } from "../../test/support/graphql-generator.ts";
import { foreignMarkup, hostileText, withoutComments } from "../../test/support/hostile-specs.ts";
import { folder as specs } from "../../test/support/specs-to-break.ts";
import { readContract } from "../specs/contract.ts";
import { copies } from "./copies.ts";

/** Generates the GraphQL client. @returns the folder of its files. */
async function generateClient(): Promise<string> {
  await generateGraphql(specs);
  return join(specs, "out/packages/graphql");
}

/** Imports a module in its own process. @returns its exports, and `evil` if injected code has run. */
async function importModule(path: string): Promise<Record<string, unknown>> {
  const program = `const module = await import(${JSON.stringify(pathToFileURL(path).href)});
    console.log(JSON.stringify({ ...module, evil: globalThis.evil }));`;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", program]);
  return JSON.parse(stdout);
}

/** Replaces every description in the SDL with this text. */
async function describeAll(text: string): Promise<void> {
  const path = join(specs, "court-cases.graphql");
  const described = visit(parse(await readFile(path, "utf8")), {
    StringValue: (node) => ({ ...node, value: text, block: false }),
  });
  await writeFile(path, print(described));
}

test("SDL descriptions end up in comments, and as text in the list of operations", async () => {
  const modules = ["documents.ts", "operations.ts", "types.ts"];
  const printed = async (text: string): Promise<{ code: string[]; list: string }> => {
    await describeAll(text);
    const client = await generateClient();
    const folder = join(client, "src/generated");
    expect((await readdir(folder)).sort()).toEqual(modules);
    const code = await Promise.all(modules.map((module) => readFile(join(folder, module), "utf8")));
    return { code, list: await readFile(join(client, "api.md"), "utf8") };
  };
  const [tame, hostile] = [await printed("Tame."), await printed(`# ${hostileText}`)];
  for (const text of [...hostile.code, hostile.list]) expect(text).toContain("globalThis.evil");
  expect(hostile.code.map(withoutComments)).toEqual(tame.code.map(withoutComments));
  expect(await importModule(join(specs, "out/packages/graphql/src/generated/documents.ts"))).not.toHaveProperty("evil");
  expect(foreignMarkup(hostile.list)).toEqual([]);
  expect(hostile.list.match(/^#.*/gm)).toEqual(tame.list.match(/^#.*/gm));
});

test("a document of the GraphQL client is sent as written", async () => {
  const texts = { text: JSON.stringify(hostileText), block: `"""\n${hostileText.replaceAll("\r", "\n")}\n"""` };
  for (const [name, text] of Object.entries(texts)) {
    await writeFile(
      join(specs, `operations/${name}.graphql`),
      `query ${name} { predmet(oznakaBroj: ${text}, sud: 7) { id } }`,
    );
  }
  const module = join(await generateClient(), "src/generated/documents.ts");
  const { documents, evil } = await importModule(module);
  expect(evil).toBeUndefined();
  for (const [name, sent] of Object.entries(documents as Record<string, string>)) {
    if (!(name in texts)) continue;
    const written = await readFile(join(specs, `operations/${name}.graphql`), "utf8");
    expect(print(parse(sent)), name).toBe(print(parse(written)));
  }
});

test("the copies of the SDL and of the documents are exact, whatever they contain and are called", async () => {
  const name = `x: (globalThis.evil = 1), "y\`\${globalThis.evil = 1}`;
  const text = `# ${hostileText}\nquery x { sudovi { id } }`;
  await writeFile(join(specs, "court-cases.graphql"), text);
  await writeFile(join(specs, `operations/${name}.graphql`), text);
  const module = join(specs, "copy.ts");
  const contract = readContract(join(contractFolder, "specs"));
  await writeFile(module, copies(contract, specs).get("conformance/src/generated/court-cases.ts") ?? "");
  const { sdl, documents, evil } = await importModule(module);
  expect(evil).toBeUndefined();
  const sent = text.replaceAll("\r\n", "\n");
  expect(sdl).toBe(sent);
  expect(documents).toHaveProperty([name], sent);
});
