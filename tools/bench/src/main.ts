/** `pnpm bench`: installs what the benchmarks need and builds what they measure, then hands over to the command line. */
import { execFileSync } from "node:child_process";
import { endWithLauncher } from "../../src/end-with-launcher.ts";
import { build } from "../../src/turbo.ts";
import { bench } from "./harness/places.ts";

/** The pnpm that runs this script, or the one that the project asks for. */
const pnpm: string[] = process.env.npm_execpath?.includes("pnpm") ? ["pnpm"] : ["npx", "--yes", "pnpm@12"];

endWithLauncher();
const [program = "", ...args] = pnpm;
execFileSync(program, [...args, "install", "--frozen-lockfile", "--silent"], { cwd: bench, stdio: "inherit" });
await build();
await import("./cli.ts");
