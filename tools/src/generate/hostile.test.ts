/** Text from a spec never becomes code: importing a module generated from malicious specs runs nothing. */
import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { parse, print, visit } from "graphql";
import { expect, test } from "vitest";
import { foreignMarkup, hostileText, withoutComments } from "../../test/support/hostile-specs.ts";
import { copySpecs, folder as specs } from "../../test/support/specs-to-break.ts";
import { readContract } from "../specs/contract.ts";
import { acceptedCourtCases } from "../specs/court-cases.ts";
import { copies } from "./copies.ts";
import { graphqlClient } from "./graphql/generate.ts";

copySpecs();

/** The files of the client. @throws SpecError when the specs are refused. */
const generateClient = async (): Promise<Map<string, string>> => {
  acceptedCourtCases(specs);
  return graphqlClient(specs);
};

/** Imports a module with this text in its own process. @returns its exports, and `evil` if injected code has run. */
async function importModule(text: string | undefined): Promise<Record<string, unknown>> {
  const path = join(specs, "module.ts");
  await writeFile(path, text ?? "");
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

const documentsModule = "packages/graphql/src/generated/documents.ts";

test("SDL descriptions end up in comments, and as text in the list of operations", async () => {
  const printed = async (text: string): Promise<{ code: string[]; list: string; documents: string | undefined }> => {
    await describeAll(text);
    const client = await generateClient();
    const [documents, list = ""] = [client.get(documentsModule), client.get("packages/graphql/api.md")];
    const code = [...client].filter(([path]) => path.endsWith(".ts")).map(([, module]) => module);
    expect(code).toHaveLength(5);
    return { code, list, documents };
  };
  const [tame, hostile] = [await printed("Tame."), await printed(`# ${hostileText}`)];
  // The types of typescript-operations have no docstrings.
  expect([...hostile.code, hostile.list].filter((text) => text.includes("globalThis.evil"))).toHaveLength(5);
  expect(hostile.code.map(withoutComments)).toEqual(tame.code.map(withoutComments));
  expect(await importModule(hostile.documents)).not.toHaveProperty("evil");
  expect(foreignMarkup(hostile.list)).toEqual([]);
  expect(hostile.list.match(/^#.*/gm)).toEqual(tame.list.match(/^#.*/gm));
});

test("a document of the GraphQL client is sent as written", async () => {
  const texts = { text: JSON.stringify(hostileText), block: `"""\n${hostileText.replaceAll("\r", "\n")}\n"""` };
  const written = Object.entries(texts).map(([name, text]): [string, string] => [
    name,
    `query ${name} { predmet(oznakaBroj: ${text}, sud: 7) { id } }`,
  ]);
  for (const [name, text] of written) await writeFile(join(specs, `operations/${name}.graphql`), text);
  const { documents, evil } = await importModule((await generateClient()).get(documentsModule));
  expect(evil).toBeUndefined();
  for (const [name, text] of written) {
    const sent = (documents as Record<string, string>)[name] ?? "";
    expect(print(parse(sent)), name).toBe(print(parse(text)));
  }
});

test("the copies of the SDL and of the documents are exact, whatever they contain and are called", async () => {
  const name = `x: (globalThis.evil = 1), "y\`\${globalThis.evil = 1}`;
  const text = `# ${hostileText}\nquery x { sudovi { id } }`;
  const contract = readContract(specs);
  const hostile = { name, text, document: parse("{ unused }") };
  const courtCases = { ...contract.courtCases, sdl: text, documents: [...contract.courtCases.documents, hostile] };
  const module = copies({ ...contract, courtCases }).get("conformance/src/generated/court-cases.ts");
  const { sdl, documents, evil } = await importModule(module);
  expect(evil).toBeUndefined();
  expect(sdl).toBe(text);
  expect(documents).toHaveProperty([name], text);
});
