/** `status`: what is in a target. */
import { lists as contract } from "../generated/lists.ts";
import { readOpened } from "../store/format.ts";
import { type GenerationSummary, generationsIn, identityIn } from "../store/generations.ts";
import { openDatabase, type TargetOptions } from "../store/open.ts";
import type { ListProgress } from "../sync/copy/progress.ts";
import type { Interface } from "../wire/list.ts";
import { type NextState, nextState } from "./next-state.ts";

/** How far a list of an unfinished copy is. */
export interface UnfinishedList {
  list: string;
  rows: number;
  /** Total that the service promised, where it promises one. */
  total: number | undefined;
  done: boolean;
}

/** What a target holds. */
export interface Status {
  /** Identity of the copy, a UUID: its exports have it, too. */
  copy: string;
  /** Every complete copy, the oldest first. */
  generations: GenerationSummary[];
  /** When the next copy of an interface is worth trying, if its states tell when they were made. */
  next: { [Of in Interface]?: NextState };
  /** The copy that the next `sync` goes on with, or that another process is making. */
  unfinished: { generation: number; state: string | undefined; started: string; lists: UnfinishedList[] } | undefined;
  /** The process that writes to the target, if it has not crashed. */
  holder: { host: string; process: number; since: string; lastSeen: string } | undefined;
}

/**
 * Says what is in a target: its generations, and what is unfinished.
 *
 * @throws MirrorError if the target holds no copy.
 */
export async function status(target: string, options: TargetOptions = {}): Promise<Status> {
  const database = await openDatabase(target, "read", options);
  try {
    return await readOpened(database, target, async (reading) => {
      const complete = await generationsIn(reading);
      const [copy] = await reading.all("SELECT * FROM mirror_generations WHERE completed IS NULL");
      const progress = await reading.all("SELECT * FROM mirror_progress");
      const [lease] = await reading.all("SELECT * FROM mirror_hold");
      return {
        copy: await identityIn(reading),
        generations: complete,
        next: nextStates(complete),
        unfinished: copy && {
          generation: Number(copy.generation),
          state: copy.state == null ? undefined : String(copy.state),
          started: String(copy.started),
          lists: progress.map(unfinishedList).sort((one, other) => position(one.list) - position(other.list)),
        },
        holder: lease && {
          host: String(lease.host),
          process: Number(lease.process),
          since: String(lease.since),
          lastSeen: new Date(Number(lease.beat)).toISOString(),
        },
      };
    });
  } finally {
    await database.close();
  }
}

function nextStates(complete: readonly GenerationSummary[]): Status["next"] {
  const next: Status["next"] = {};
  for (const { of } of complete) {
    const found = nextState(complete.filter((one) => one.of === of));
    if (found) next[of] = found;
  }
  return next;
}

/** The place of a list in the contract. */
const position = (name: string): number => contract.findIndex((list) => list.name === name);

function unfinishedList(row: Record<string, unknown>): UnfinishedList {
  const { rows, done, checkpoint } = JSON.parse(String(row.progress)) as ListProgress;
  return { list: String(row.list), rows, total: checkpoint.total, done };
}
