/**
 * Writes the specs as modules that the reference server and the conformance suite can import and publish: they need the
 * contract at run time, and a published package cannot read `specs/`.
 */
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { readRegisterSpec } from "../register-spec.ts";
import { root } from "../repository.ts";

const output = join(root, "tools/.generated/bundle");

async function write(path: string, text: string): Promise<void> {
  const file = join(output, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}

const stringConstant = (name: string, doc: string, text: string): string =>
  `/** ${doc} */\nexport const ${name}: string = ${JSON.stringify(text)};\n`;

async function readDocuments(): Promise<Record<string, string>> {
  const folder = join(root, "specs/operations");
  const files = (await readdir(folder)).filter((file) => file.endsWith(".graphql")).sort();
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), "utf8")));
  return Object.fromEntries(files.map((file, index) => [basename(file, ".graphql"), texts[index] ?? ""]));
}

const sdl = await readFile(join(root, "specs/court-cases.graphql"), "utf8");
const header = "// Generated from specs/court-cases.graphql and specs/operations by `pnpm generate`. Do not edit.\n\n";
const schemaModule = header + stringConstant("sdl", "The schema of interface B.", sdl);
const documents = await readDocuments();
const documentsModule = `\n/** The operation documents by name: together they select every field of every type. */
export const documents: Record<string, string> = ${JSON.stringify(documents, null, 2)};\n`;

const json = (spec: unknown): string => `${JSON.stringify(spec, null, 1)}\n`;

await write("conformance/src/generated/register.openapi.json", json(await readRegisterSpec({ examples: "drop" })));
await write("conformance/src/generated/court-cases.ts", schemaModule + documentsModule);
await write(
  "packages/reference-server/src/generated/register.openapi.json",
  json(await readRegisterSpec({ examples: "inline" })),
);
await write("packages/reference-server/src/generated/court-cases.ts", schemaModule);
