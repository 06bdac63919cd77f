/**
 * Writes the specs as modules that the reference server and the conformance suite import: they need the contract at run time,
 * and a published package cannot read `specs/`. `node src/generate/bundle-specs.ts [--specs DIR] [--output DIR]`
 */
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { OpenApi } from "../compatibility/openapi/document.ts";
import { judged } from "../lint/rules/judged.ts";
import { positionOf } from "../openapi-text.ts";
import { readRegisterSpec } from "../register-spec.ts";
import { SpecError } from "../spec-error.ts";
import { key, template } from "./print.ts";
import { step } from "./step.ts";

async function readDocuments(specs: string): Promise<Record<string, string>> {
  const folder = join(specs, "operations");
  const files = (await readdir(folder)).filter((file) => file.endsWith(".graphql")).sort();
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), "utf8")));
  return Object.fromEntries(files.map((file, index) => [basename(file, ".graphql"), texts[index] ?? ""]));
}

/** The suite would not load a spec that it cannot judge. @throws SpecError with the place. */
async function refuseUnjudged(specs: string, document: object): Promise<void> {
  const [problem] = judged(document as OpenApi, specs); // of whatever shape: the rule looks
  if (problem === undefined) return;
  const text = await readFile(join(specs, "register.openapi.yaml"), "utf8");
  throw new SpecError(`specs/register.openapi.yaml:${positionOf(text, problem.at.join(" "))}`, problem.message);
}

await step("bundle", async ({ specs, output }) => {
  const write = async (path: string, text: string): Promise<void> => {
    const file = join(output, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  };
  const sdl = await readFile(join(specs, "court-cases.graphql"), "utf8");
  const header =
    "// Generated from specs/court-cases.graphql and specs/operations by `pnpm generate`. Do not edit.\n\n";
  const schemaModule = `${header}/** The schema of interface B. */\nexport const sdl: string = ${template(sdl)};\n`;
  const documents = Object.entries(await readDocuments(specs)).map(
    ([name, text]) => `  ${key(name)}: ${template(text)},\n`,
  );
  const documentsModule = `
/** The operation documents by name: together they select every field of every type. */
export const documents: Record<string, string> = {\n${documents.join("")}};\n`;

  const json = (spec: unknown): string => `${JSON.stringify(spec, null, 1)}\n`;

  const contract = await readRegisterSpec({ examples: "drop", specs });
  await refuseUnjudged(specs, contract);
  await write("conformance/src/generated/register.openapi.json", json(contract));
  await write("conformance/src/generated/court-cases.ts", schemaModule + documentsModule);
  await write(
    "packages/reference-server/src/generated/register.openapi.json",
    json(await readRegisterSpec({ examples: "inline", specs })),
  );
  await write("packages/reference-server/src/generated/court-cases.ts", schemaModule);
});
