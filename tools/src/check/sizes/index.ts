/** Prints what our packages weigh in a browser bundle, and fails if one is over its limit. Needs the packages built. */
import { weigh } from "./budgets.ts";

for (const { budget, bundle } of await weigh()) {
  const { what, limit } = budget;
  const within = bundle.gzip <= limit;
  console.log(`${what}: ${bundle.gzip} bytes minified and gzipped, ${within ? "of" : "OVER"} ${limit}`);
  if (!within) process.exitCode = 1;
}
