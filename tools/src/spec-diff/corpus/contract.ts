import { fileURLToPath } from "node:url";
import { operationsOf } from "../../specs/openapi.ts";
import { type Operation, readOperations } from "../../specs/servable/operation-table.ts";
import { readSpecs, type Specs, workingTree } from "../specs.ts";

/** The folder of a frozen contract, with its `specs`: verdicts do not change when the real contract does. */
export const contractFolder: string = fileURLToPath(new URL("contract", import.meta.url));

/** The contract that the corpus changes. */
export const contract: Specs = await readSpecs(workingTree(contractFolder));

/** Its operations as the conformance suite has them. */
export const suiteOperations: readonly Operation[] = readOperations(contract.openapi).operations;

const operations = operationsOf(contract.openapi);

/** Ids of all its operations. */
export const all: readonly string[] = operations.map(({ id }) => id);

/** Ids of those with `x-total-count`. */
export const totals: readonly string[] = operations
  .filter(({ operation }) => operation.responses?.["200"]?.headers !== undefined)
  .map(({ id }) => id);
