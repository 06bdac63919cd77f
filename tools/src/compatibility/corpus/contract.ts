import { fileURLToPath } from "node:url";
import { readSpecs, type Specs, workingTree } from "../specs.ts";

/** The folder of a frozen contract, with its `specs`: verdicts do not change when the real contract does. */
export const contractFolder: string = fileURLToPath(new URL("contract", import.meta.url));

/** The contract that the corpus changes. */
export const contract: Specs = await readSpecs(workingTree(contractFolder));
