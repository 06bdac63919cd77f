/**
 * The `generate` script of the tools, which turbo runs and keeps the result of: stages what is generated from the specs in
 * `.generated/`, each file at its path from the repository's root. `write.ts` copies it from there.
 */
import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { watchOutput } from "@court-register/kit/watch-output";
import { editedMeanwhile } from "../shared/edited-meanwhile.ts";
import { root } from "../shared/repository.ts";
import { readContract } from "../specs/contract.ts";
import { SpecError } from "../specs/spec-error.ts";
import { copies } from "./copies.ts";
import { staged } from "./drift.ts";
import { graphqlClient } from "./graphql/generate.ts";
import { GeneratorError, generateRest } from "./rest/generate.ts";

/**
 * Stages the files.
 *
 * @throws SpecError with everything that the specs are refused for.
 * @throws GeneratorError when openapi-generator cannot run, or fails.
 */
async function generateFiles(): Promise<void> {
  const specs = join(root, "specs");
  const contract = readContract(specs);
  await rm(staged, { recursive: true, force: true });
  const [client] = await Promise.all([graphqlClient(specs), generateRest({ ...contract, output: staged })]);
  for (const [path, text] of [...client, ...copies(contract)]) {
    const file = join(staged, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
}

// Whatever else keeps it from its work, such as a folder that cannot be written, is 2.
watchOutput("pnpm generate");
try {
  await generateFiles();
  const edited = editedMeanwhile();
  if (edited !== undefined) throw new GeneratorError(edited);
} catch (error) {
  // Half of it must not be taken for all.
  await rm(staged, { recursive: true, force: true });
  if (!(error instanceof SpecError || error instanceof GeneratorError)) throw error;
  console.error(`${error.message}\n\nNothing was generated. Fix the errors above, then run the same command again.`);
  // That nothing could be compared is not a difference, as in a checkout that can only be read.
  process.exitCode = error instanceof GeneratorError ? 2 : 1;
}
