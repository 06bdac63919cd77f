import { connectAll } from "../../clients/contenders.ts";
import { serviceInMemory } from "../../clients/service-in-memory.ts";
import { pairedRounds, type SampleOptions, type Samples } from "../../rounds/rounds.ts";

/**
 * Measures rounds in which every contender reads one page with this many rows, after half as many rounds to warm up.
 *
 * @param collectGarbage - frees young objects before every sample, so that each contender pays for its own garbage, and for all
 * of it. Otherwise the sample in which the engine collects depends on the order of the round, again and again on the same.
 * @throws Error when a contender reads another number of rows.
 */
export async function measurePages(
  names: readonly string[],
  rows: number,
  { rounds, random, collectGarbage }: Omit<SampleOptions, "warmUp"> & { collectGarbage: () => void },
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
  // Several collections of garbage happen in one sample, so that one more or less does not count: the engine collects after
  // about ten calls for 1,000 rows, and after every other for 10,000.
  const repeat = Math.ceil(rows > 1_000 ? 50_000 / rows : 25_000 / (rows + 30));
  // The engine compiles for some 200 calls for 1,000 rows: before that, every client is slower, the larger ones more.
  return pairedRounds(calls, { rounds, warmUp: Math.ceil(rounds / 2), repeat, random, before: collectGarbage });
}
