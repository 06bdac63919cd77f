/** `pnpm conformance`: the command of the conformance suite, built first. */
import { runBuilt } from "./shared/run-built.ts";

await runBuilt("conformance");
