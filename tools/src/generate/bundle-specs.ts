/**
 * Writes the specs as modules that the reference server and the conformance suite import: they need the contract at run time,
 * and a published package cannot read `specs/`. `node src/generate/bundle-specs.ts [--specs DIR] [--output DIR]`
 */
import { mkdir, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { unjudgedInGraphql } from "../check/specs/graphql-judged.ts";
import { judged } from "../check/specs/rules/judged.ts";
import { listDocuments, readSpec } from "../specs/files.ts";
import { readGraphqlSpecs } from "../specs/graphql.ts";
import type { OpenApi } from "../specs/openapi.ts";
import { positionOf } from "../specs/openapi-text.ts";
import { readRegisterSpec } from "../specs/register-spec.ts";
import { type Fault, refuseAll, SpecError } from "../specs/spec-error.ts";
import { mirrorLists } from "./mirror-lists.ts";
import { key, template } from "./print.ts";
import { step } from "./step.ts";

function readDocuments(specs: string): Record<string, string> {
  const read = (file: string): string => readSpec(specs, `operations/${file}`);
  return Object.fromEntries(listDocuments(specs).map((file) => [basename(file, ".graphql"), read(file)]));
}

/** The suite would not load a contract that it cannot judge, or take a scalar for another. @throws SpecError with the places. */
function refuseUnjudged(specs: string, document: OpenApi): void {
  const text = readSpec(specs, "register.openapi.yaml");
  const rest = judged(document, specs).map(
    ({ at, message }): Fault => [`specs/register.openapi.yaml:${positionOf(text, at.join(" "))}`, message],
  );
  refuseAll([...rest, ...unjudgedIn(specs)]);
}

/** What the suite cannot judge in interface B. What is not valid there is refused by the step of its client. */
function unjudgedIn(specs: string): Fault[] {
  try {
    return unjudgedInGraphql(readGraphqlSpecs(specs));
  } catch (error) {
    if (error instanceof SpecError) return [];
    throw error;
  }
}

await step("bundle", async ({ specs, output }) => {
  const write = async (path: string, text: string): Promise<void> => {
    const file = join(output, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  };
  const sdl = readSpec(specs, "court-cases.graphql");
  const header =
    "// Generated from specs/court-cases.graphql and specs/operations by `pnpm generate`. Do not edit.\n\n";
  const schemaModule = `${header}/** The schema of interface B. */\nexport const sdl: string = ${template(sdl)};\n`;
  const documents = Object.entries(readDocuments(specs)).map(([name, text]) => `  ${key(name)}: ${template(text)},\n`);
  const documentsModule = `
/** The operation documents by name: together they select every field of every type. */
export const documents: Record<string, string> = {\n${documents.join("")}};\n`;

  const json = (spec: unknown): string => `${JSON.stringify(spec, null, 1)}\n`;

  const contract = await readRegisterSpec({ examples: "drop", specs });
  refuseUnjudged(specs, contract);
  await write("conformance/src/generated/register.openapi.json", json(contract));
  await write("conformance/src/generated/court-cases.ts", schemaModule + documentsModule);
  await write(
    "packages/reference-server/src/generated/register.openapi.json",
    json(await readRegisterSpec({ examples: "inline", specs })),
  );
  await write("packages/reference-server/src/generated/court-cases.ts", schemaModule);
  await write(
    "packages/mirror/src/generated/lists.ts",
    mirrorLists(contract, "// Generated from specs/register.openapi.yaml by `pnpm generate`. Do not edit.\n\n"),
  );
});
