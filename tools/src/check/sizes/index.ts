/** A part of the `check` script of a client, in its folder: what it weighs in a browser's bundle, as built. Fails over its ceiling. */
import { basename } from "node:path";
import { budgets, weigh } from "./budgets.ts";

const budget = budgets.find(({ name }) => name === basename(process.cwd()));
if (budget === undefined) throw new Error("This package has no ceiling in tools/src/check/sizes/budgets.ts.");
const { what, limit, ceiling } = budget;
const { gzip } = await weigh(budget);
const within = gzip <= ceiling;
const promised = gzip > limit ? ` (promised: ${limit})` : "";
console.log(`${what}: ${gzip} bytes minified and gzipped, ${within ? "of" : "OVER"} ${ceiling}${promised}`);
if (!within) {
  process.exitCode = 1;
  console.log(
    "If only the contract or a message has grown, raise the ceiling in tools/src/check/sizes/budgets.ts to this size.",
  );
}
