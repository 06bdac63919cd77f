/**
 * Reads a page of 1,000 rows with contenders in its own process, in rounds, and prints the milliseconds of a call, and those of processor time.
 * `--expose-gc read-pages.ts ROUNDS URL|memory CONTENDER …`
 */
import { importContenders } from "../peers.ts";
import { pairedSamples } from "../rounds.ts";
import { type Call, type Connection, key, serviceInMemory } from "../service.ts";

const [, , rounds = "", source = "memory", ...names] = process.argv;
const rows = 1_000;
/** Several collections of garbage happen in one sample, so that one more or less does not count: one comes after some ten calls. */
const calls = 25;
const { gc } = globalThis;
if (gc === undefined) throw new Error("Start Node with --expose-gc.");
const { contenders } = await importContenders();

const measures = names.map((name) => {
  const service: Connection = source === "memory" ? serviceInMemory(rows) : { baseUrl: source, key, fetch };
  const read = contenders[name]?.(service);
  const measure = async (): Promise<Call> => {
    // So that each contender pays for its own garbage, and for all of it.
    gc({ type: "minor" });
    const [start, used] = [performance.now(), process.cpuUsage()];
    for (let call = 0; call < calls; call++) {
      const page = await read?.(0, rows);
      if (page?.length !== rows) throw new Error(`${name} read ${page?.length} rows of ${rows}.`);
    }
    const time = (performance.now() - start) / calls;
    const { user, system } = process.cpuUsage(used);
    return { time, processor: (user + system) / 1_000 / calls };
  };
  return [name, measure] as const;
});
// The engine compiles for some 200 calls: before that, every client is slower, the larger ones more.
const warmUp = Math.ceil(Number(rounds) / 2);
const samples = await pairedSamples(Object.fromEntries(measures), { rounds: Number(rounds), warmUp });
console.log(JSON.stringify(samples));
