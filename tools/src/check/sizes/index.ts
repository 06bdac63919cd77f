/** Prints what our packages weigh in a browser bundle, and fails if one is over its ceiling. Needs the packages built. */
import { weigh } from "./budgets.ts";

for (const { budget, bundle } of await weigh()) {
  const { what, limit, ceiling } = budget;
  const within = bundle.gzip <= ceiling;
  const promised = bundle.gzip > limit ? ` (promised: ${limit})` : "";
  console.log(`${what}: ${bundle.gzip} bytes minified and gzipped, ${within ? "of" : "OVER"} ${ceiling}${promised}`);
  if (!within) process.exitCode = 1;
}
if (process.exitCode === 1)
  console.log(
    "If only the contract or a message has grown, raise the ceilings in tools/src/check/sizes/budgets.ts to these sizes.",
  );
