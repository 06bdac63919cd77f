/** Prints what our packages weigh in a browser bundle, and fails if one is over its budget. Needs the packages built. */
import { budgets, weigh } from "./harness/budgets.ts";

const sizes = await weigh();
for (const [index, { what, limit, ceiling }] of budgets.entries()) {
  const { gzip } = sizes[index] ?? { gzip: Number.NaN };
  // Written so that NaN is over budget too.
  const within = gzip <= ceiling;
  const promised = gzip > limit ? ` (promised: ${limit})` : "";
  console.log(`${what}: ${gzip} bytes minified and gzipped, ${within ? "of" : "OVER"} ${ceiling}${promised}`);
  if (!within) process.exitCode = 1;
}
if (process.exitCode === 1)
  console.log(
    "If only the contract or a message has grown, raise the ceilings in tools/bench/src/harness/budgets.ts to these sizes.",
  );
