import { program } from "../../places.ts";
import { run } from "../../processes/run.ts";
import type { PairedSection } from "../../report/result.ts";
import { pairedBlocks, type Samples } from "../../rounds/rounds.ts";
import { type Context, rounds } from "../measure.ts";

/** Samples, and the number of processes that took them. */
export type Pages = Required<Pick<PairedSection, "samples" | "processes">>;

/** Rounds in each process. */
export const roundsEach = 20;

/**
 * Reads one page of `rows` rows with every contender, in rounds, in `full` processes or a few in a quick run.
 */
export async function readPages(context: Context, names: readonly string[], rows: number, full = 10): Promise<Pages> {
  const processes = context.quick ? Math.min(full, 2) : full;
  const measure = async (seed: number): Promise<Samples> => {
    const args = [rows, rounds(context, roundsEach), seed, ...names].map(String);
    return JSON.parse(await run(process.execPath, ["--expose-gc", program("page-rounds"), ...args]));
  };
  return { processes, samples: await pairedBlocks(measure, { processes, random: context.random }) };
}
