import type { ListChange } from "./copy.ts";
import type { Database, Reading } from "./database.ts";

/** A complete copy of the register. */
export interface GenerationSummary {
  generation: number;
  /** Base URL of the service that it is from. */
  service: string;
  /** The state that the service named; undefined if it names none. */
  state: string | undefined;
  /** How it is known that all rows are of one moment: `state` or `read again`. */
  proof: string;
  started: string;
  completed: string;
  /** What changed in the lists that were copied. */
  lists: ListChange[];
}

/** All generations that are complete, the oldest first. */
export const generations = (database: Database): Promise<GenerationSummary[]> => database.read(generationsIn);

/** The same, within a reading. */
export async function generationsIn(reading: Reading): Promise<GenerationSummary[]> {
  const rows = await reading.all("SELECT * FROM mirror_generations WHERE completed IS NOT NULL ORDER BY generation");
  const counts = await reading.all("SELECT * FROM mirror_counts ORDER BY generation, list");
  return rows.map((row) => ({
    generation: Number(row.generation),
    service: String(row.service),
    state: row.state == null ? undefined : String(row.state),
    proof: String(row.proof),
    started: String(row.started),
    completed: String(row.completed),
    lists: counts
      .filter((count) => Number(count.generation) === Number(row.generation))
      .map((count) => ({
        list: String(count.list),
        rows: Number(count.row_count),
        new: Number(count.new_count),
        gone: Number(count.gone_count),
        misfits: Number(count.misfit_count),
      })),
  }));
}

/** The newest generation that has copied a list. */
export const latestOf = (all: readonly GenerationSummary[], list: string): GenerationSummary | undefined =>
  all.findLast(({ lists }) => lists.some((one) => one.list === list));
