import { fileURLToPath } from "node:url";
import { readSpecs, type Specs, workingTree } from "../specs.ts";

/** The folder with a contract that stays as it is, `specs` below it: verdicts on changes do not move when the real one does. */
export const contractFolder: string = fileURLToPath(new URL("contract", import.meta.url));

/** The contract that the corpus changes. */
export const contract: Specs = await readSpecs(workingTree(contractFolder));
