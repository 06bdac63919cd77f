/** `pnpm serve`: the command of the reference server, built first. */
import { runBuilt } from "./shared/run-built.ts";

await runBuilt("packages/reference-server");
