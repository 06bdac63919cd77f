import { fileURLToPath } from "node:url";
import { readSpecs, type Specs, workingTree } from "../../src/spec-diff/specs.ts";
import { readOperations, type SuiteOperation } from "../../src/specs/operation-table.ts";

/** The folder of a contract of a page, with its `specs`: what tests say of it stays true when the real contract changes. */
export const contractFolder: string = fileURLToPath(new URL(".", import.meta.url));

export const contract: Specs = await readSpecs(workingTree(contractFolder));

/** Its operations as the conformance suite has them. */
export const suiteOperations: readonly SuiteOperation[] = readOperations(contract.openapi);
