import { connectAll } from "./contenders.ts";
import { pairedRounds, type SampleOptions, type Samples } from "./rounds.ts";
import { serviceInMemory } from "./service-in-memory.ts";

/**
 * Measures rounds in which every contender reads one page with this many rows, after twice as many rounds to warm up.
 *
 * @throws Error when a contender reads another number of rows.
 */
export async function measurePages(
  names: readonly string[],
  rows: number,
  { rounds, random }: Omit<SampleOptions, "warmUp">,
): Promise<Samples> {
  const readers = await connectAll(names, serviceInMemory(rows));
  const calls = Object.fromEntries(
    Object.entries(readers).map(([name, read]) => [
      name,
      async () => {
        const page = await read(0, Math.max(rows, 1));
        if (page?.length !== rows) throw new Error(`${name} read ${page?.length} rows of ${rows}.`);
      },
    ]),
  );
  // About five milliseconds per sample, so that each contender collects its own garbage and fills the caches with its own code.
  // A call for 10,000 rows takes about nine, and a multiple of that when it collects garbage, about every other time: several
  // calls make a sample there, or the median would jump between the two.
  const repeat = rows > 1_000 ? Math.ceil(50_000 / rows) : Math.round(5_000 / (rows + 30));
  // The engine compiles for some 40 rounds: before that, every client is slower, the larger ones more.
  return pairedRounds(calls, { rounds, warmUp: 2 * rounds, repeat, random });
}
