/** A part of the `check` script of a client, in its folder: what it weighs in a browser's bundle, as built. Fails over its limit. */
import { basename } from "node:path";
import { budgets, weigh } from "./budgets.ts";

const budget = budgets.find(({ name }) => name === basename(process.cwd()));
if (budget === undefined) throw new Error("This package has no limit in tools/src/check/sizes/budgets.ts.");
const { what, limit } = budget;
const { gzip } = await weigh(budget);
const within = gzip <= limit;
console.log(`${what}: ${gzip} bytes minified and gzipped, ${within ? "of" : "OVER"} ${limit}`);
if (!within) process.exitCode = 1;
