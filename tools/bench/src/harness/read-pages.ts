import { type Context, rounds } from "./measure.ts";
import { program } from "./places.ts";
import type { PairedSection } from "./result.ts";
import { pairedBlocks, type Samples } from "./rounds.ts";
import { run } from "./run.ts";

/** Samples, and the number of processes that took them. */
export type Pages = Required<Pick<PairedSection, "samples" | "processes">>;

/** Rounds in each process. */
export const roundsEach = 20;

/**
 * Reads one page of `rows` rows with every contender, in rounds, in `full` processes or a few in a quick run.
 *
 * @param folder - of the contenders' modules.
 */
export async function readPages(
  context: Context,
  names: readonly string[],
  rows: number,
  { full = 10, folder }: { full?: number; folder: string },
): Promise<Pages> {
  const processes = context.quick ? Math.min(full, 2) : full;
  const measure = async (seed: number): Promise<Samples> => {
    const args = [folder, rows, rounds(context, roundsEach), seed, ...names].map(String);
    return JSON.parse(await run(process.execPath, ["--expose-gc", program("page-rounds"), ...args]));
  };
  return { processes, samples: await pairedBlocks(measure, { processes, random: context.random }) };
}
