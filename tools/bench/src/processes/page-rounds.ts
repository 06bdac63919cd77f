/**
 * Reads pages with contenders in its own process, and prints the samples.
 * `--expose-gc page-rounds.ts ROWS ROUNDS SEED CONTENDER …`
 */
import { measurePages } from "../measures/decode/page-rounds.ts";
import { seededRandom } from "../rounds/statistics.ts";

const [, , ...rest] = process.argv;
const [rows = 0, rounds = 0, seed = 0] = rest.slice(0, 3).map(Number);
const { gc } = globalThis;
if (gc === undefined) throw new Error("Start Node with --expose-gc.");
const samples = await measurePages(rest.slice(3), rows, {
  rounds,
  random: seededRandom(seed),
  collectGarbage: () => void gc({ type: "minor" }),
});
console.log(JSON.stringify(samples));
