import { fileURLToPath } from "node:url";
import { suiteOperation } from "../../src/generate/copies.ts";
import { readSpecs, type Specs, workingTree } from "../../src/spec-diff/specs.ts";
import { registerOperations } from "../../src/specs/operations.ts";

/** The folder of a contract of a page, with its `specs`: what tests say of it stays true when the real contract changes. */
export const contractFolder: string = fileURLToPath(new URL(".", import.meta.url));

export const contract: Specs = await readSpecs(workingTree(contractFolder));

/** Its operations as the conformance suite has them. */
export const suiteOperations: readonly object[] = registerOperations(contract.openapi).map(suiteOperation);
