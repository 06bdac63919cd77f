/** `pnpm mirror`: the command of the mirror, built first. */
import { runBuilt } from "./shared/run-built.ts";

await runBuilt("packages/mirror");
