/** `pnpm bench`: installs the benchmarks' dependencies and builds what they measure, then measures. */
import { execFileSync, spawnSync } from "node:child_process";
import { readArguments } from "../../src/shared/arguments.ts";
import "../../src/shared/direct-loopback.ts";
import { endWithLauncher } from "../../src/shared/end-with-launcher.ts";
import { buildPackages } from "../../src/shared/turbo.ts";
import { bench, names } from "./places.ts";

const { values, words } = await readArguments(
  `pnpm bench [--quick | --against COMMIT] [MEASURE …]

Measures what a user decides by, and writes RESULTS.md. Without a measure, everything, which takes half an hour:
  size      what a client adds to a browser's bundle, beside clients generated from the same spec
  decode    the time to read a page, beside the same clients
  defaults  what each of them does at its defaults where a service is difficult
  walk      walking over a million rows of a difficult service
  mirror    copying and exporting 30,000 to 3 million rows, beside plain tables and dlt

  --quick           only check that every measure works; saves nothing
  --against COMMIT  end with 1 if a ratio of processor time is a quarter above that of the results in this commit

To repeat one line of RESULTS.md, run the measure that it names below its tables, on a quiet machine:

  pnpm bench decode
  git diff tools/bench     how your figures differ; raw samples and commit are in generated/results/decode.json
`,
  { quick: { type: "boolean", default: false }, against: { type: "string" } },
  (word) => names.some((name) => name === word),
);
if (values.quick && values.against !== undefined) {
  console.error("The figures of a quick run mean nothing: --against compares only whole ones.");
  process.exit(2);
}
const { against } = values;
if (
  against !== undefined &&
  spawnSync("git", ["rev-parse", "--verify", "--quiet", `${against}^{commit}`]).status !== 0
) {
  console.error(`There is no commit ${against}.`);
  process.exit(2);
}
endWithLauncher();
/** The pnpm that runs this script, or the one that the project requires. */
const [program, ...args] = process.env.npm_execpath?.includes("pnpm")
  ? (["pnpm"] as const)
  : (["npx", "--yes", "pnpm@12"] as const);
execFileSync(program, [...args, "install", "--frozen-lockfile", "--silent"], { cwd: bench, stdio: "inherit" });
await buildPackages();
const { measure } = await import("./measure.ts");
await measure(words, values);
