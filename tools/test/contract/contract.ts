import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { suiteOperation } from "../../src/generate/copies.ts";
import { readSpecs, type Specs, workingTree } from "../../src/spec-diff/specs.ts";
import { readRegister } from "../../src/specs/contract.ts";
import { registerOperations } from "../../src/specs/operations.ts";
import { refusalsOf } from "../../src/specs/refusals.ts";
import { apply } from "../support/edits.ts";

/** The folder of a contract of a page, with its `specs`: what tests say of it stays true when the real contract changes. */
export const contractFolder: string = fileURLToPath(new URL(".", import.meta.url));

export const contract: Specs = await readSpecs(workingTree(contractFolder));

/** Its OpenAPI document with the examples in it, as `pnpm generate` writes it. */
export const document: object = readRegister(join(contractFolder, "specs")).document;

/** Its operations as the conformance suite has them. */
export const suiteOperations: readonly object[] = registerOperations(contract.openapi).map(suiteOperation);

/** The same after a field has another schema, as `pnpm generate` would write them. @throws Error if the document is refused. */
export function suiteOperationsWith(place: string, schema: object): readonly object[] {
  const { openapi } = apply(contract, [{ set: `/components/schemas/${place}`, to: schema }]);
  const [refusal] = refusalsOf(openapi);
  if (refusal !== undefined) throw new Error(`${refusal.at.join(" ")}: ${refusal.message}`);
  return registerOperations(openapi).map(suiteOperation);
}
