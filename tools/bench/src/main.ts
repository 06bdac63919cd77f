/** `pnpm bench`: installs the benchmarks' dependencies and builds what they measure, then measures. */
import { execFileSync } from "node:child_process";
import { readArguments } from "../../src/shared/arguments.ts";
import "../../src/shared/direct-loopback.ts";
import { endWithLauncher } from "../../src/shared/end-with-launcher.ts";
import { buildPackages } from "../../src/shared/turbo.ts";
import { bench, names } from "./places.ts";

const { values, words } = await readArguments(
  `pnpm bench [--quick] [MEASURE …]

Measures what a user decides by, and writes RESULTS.md. Without a measure, everything, which takes half an hour:
  size     what a client adds to a browser's bundle, beside clients generated from the same spec
  decode   the time to read a page, beside the same clients
  walk     walking over a million rows of a difficult service
  mirror   copying and exporting 30,000 to 3 million rows, beside plain tables and dlt

  --quick  only check that every measure works; saves nothing

To repeat one line of RESULTS.md, run the measure that it names below its tables, on a quiet machine:

  pnpm bench decode
  git diff tools/bench     how your figures differ; raw samples and commit are in generated/results/decode.json
`,
  { quick: { type: "boolean", default: false } },
  (word) => names.some((name) => name === word),
);
endWithLauncher();
/** The pnpm that runs this script, or the one that the project requires. */
const [program, ...args] = process.env.npm_execpath?.includes("pnpm")
  ? (["pnpm"] as const)
  : (["npx", "--yes", "pnpm@12"] as const);
execFileSync(program, [...args, "install", "--frozen-lockfile", "--silent"], { cwd: bench, stdio: "inherit" });
await buildPackages();
const { measure } = await import("./measure.ts");
await measure(words, values.quick);
