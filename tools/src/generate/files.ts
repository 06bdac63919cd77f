import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { readContract } from "../specs/contract.ts";
import { readSpec } from "../specs/files.ts";
import { contractText } from "./contract-text.ts";
import { copies } from "./copies.ts";
import { graphqlClient } from "./graphql/generate.ts";
import { generateRest } from "./rest/generate.ts";

/**
 * Writes every file that is generated from the specs.
 *
 * @param specs - their folder.
 * @param output - the folder for the files, each at its path from the repository's root. Emptied first.
 * @throws SpecError with everything that the specs are refused for.
 * @throws GeneratorError when openapi-generator cannot run, or fails.
 */
export async function generateFiles(specs: string, output: string): Promise<void> {
  const contract = readContract(specs);
  await rm(output, { recursive: true, force: true });
  const register = { spec: join(specs, "register.openapi.yaml"), specName: "specs/register.openapi.yaml", output };
  const [client] = await Promise.all([graphqlClient(specs), generateRest(register)]);
  const readme: [string, string] = ["specs/README.md", contractText(readSpec(specs, "README.md"), contract)];
  for (const [path, text] of [...client, ...copies(contract, specs), readme]) {
    const file = join(output, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
}
