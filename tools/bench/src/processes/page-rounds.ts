/** Reads pages with contenders in its own process, and prints the samples. `--expose-gc page-rounds.ts ROWS ROUNDS SEED CONTENDER …` */
import { measurePages } from "../harness/page-rounds.ts";
import { seededRandom } from "../harness/statistics.ts";

const [rows = 0, rounds = 0, seed = 0] = process.argv.slice(2, 5).map(Number);
const { gc } = globalThis;
if (gc === undefined) throw new Error("Start Node with --expose-gc.");
const samples = await measurePages(process.argv.slice(5), rows, {
  rounds,
  random: seededRandom(seed),
  collectGarbage: () => void gc({ type: "minor" }),
});
console.log(JSON.stringify(samples));
