/** `pnpm bench`: installs the benchmarks' dependencies and builds what they measure, then measures. */
import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { readArguments } from "../../src/shared/arguments.ts";
import "../../src/shared/direct-loopback.ts";
import { build } from "../../src/build/build.ts";
import { endWithLauncher } from "../../src/shared/end-with-launcher.ts";
import { bench } from "./places.ts";

/** The pnpm that runs this script, or the one that the project requires. */
const pnpm: string[] = process.env.npm_execpath?.includes("pnpm") ? ["pnpm"] : ["npx", "--yes", "pnpm@12"];

// By path: its own dependencies are not installed yet.
const measures = readdirSync(new URL("measures/", import.meta.url), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

const { values, words } = await readArguments(
  `pnpm bench [--quick] [--seed NUMBER] [MEASURE …]

Measures the clients, the server and the suite against their peers, and writes RESULTS.md. Without a
measure, everything: ${measures.join(", ")}.

  --quick         only check that every measure works; saves nothing
  --seed NUMBER   seed of the order in each round (default: 1)

To repeat one line of RESULTS.md, run the measure that it names below its tables, on a quiet machine:

  pnpm bench decode --seed 1    the same order of contenders in every round, whatever else is measured
  git diff tools/bench          how your figures differ; raw samples, seed and commit are in generated/results/decode.json
`,
  { quick: { type: "boolean", default: false }, seed: { type: "string", default: "1" } },
  (word) => measures.includes(word),
);
if (!/^\d{1,9}$/.test(values.seed)) {
  console.error(`--seed must be a whole number of at most nine digits, not '${values.seed}'.`);
  process.exit(2);
}
endWithLauncher();
const [program = "", ...args] = pnpm;
execFileSync(program, [...args, "install", "--frozen-lockfile", "--silent"], { cwd: bench, stdio: "inherit" });
await build();
const { measure } = await import("./measure-all.ts");
await measure(words, { ...values, seed: Number(values.seed) });
