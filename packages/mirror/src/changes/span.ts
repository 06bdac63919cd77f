import { MirrorError } from "../mirror-error.ts";
import { option, say } from "../option-text.ts";
import type { GenerationMark, Snapshot } from "../store/snapshot.ts";

/** What is compared with what. */
export interface Span {
  /** The generation that was compared with. It is 0 if all rows count as new, and has no time then. */
  from: { generation: number; completed: string | null };
  to: GenerationMark;
  /** Whether there is nothing to compare with: `from` is `to`, the first copy. */
  isFirst: boolean;
}

/**
 * Finds the two generations to compare.
 *
 * @param since - A generation, 0 for the time before the first, or a day or time: the last generation that was complete before it.
 * Without it, the generation before `until`, or the newest one before the last sync, which may have made one of each interface; the
 * first copy itself if there is none.
 * @throws MirrorError of kind `usage` if what is asked for is not kept.
 */
export function findSpan(snapshot: Snapshot, since: number | string | undefined, until: number | undefined): Span {
  const to = until === undefined ? snapshot.newest : snapshot.generation(until);
  const before = until === undefined ? snapshot.before(to) : to.generation - 1;
  if (since === undefined && before === 0) return { from: to, to, isFirst: true };
  const from = fromOf(snapshot, since ?? Math.max(before, oldestOf(snapshot).generation - 1));
  if (from.generation <= to.generation) return { from, to, isFirst: false };
  throw new MirrorError("usage", `Generation ${from.generation} is newer than generation ${to.generation}.`);
}

function fromOf(snapshot: Snapshot, since: number | string): Span["from"] {
  if (typeof since === "string" && !/^\d+$/.test(since)) return atTime(snapshot, since);
  const asked = Number(since);
  // What has changed since the generation before the oldest one that is kept is known.
  const first = oldestOf(snapshot).generation - 1;
  if (asked === first) return { generation: asked, completed: snapshot.completedAt(asked) };
  if (asked > first) {
    const kept = snapshot.generations.find(({ generation }) => generation === asked);
    // It may be one that is forgotten, of the interface that is not compared from there.
    return (
      kept ??
      (asked < snapshot.newest.generation
        ? { generation: asked, completed: snapshot.completedAt(asked) }
        : snapshot.generation(asked))
    );
  }
  if (!Number.isSafeInteger(asked)) return snapshot.generation(asked);
  throw new MirrorError(
    "usage",
    say`Generation ${asked} is not kept any more. Use ${option("since", first)}, which shows all that is still known.`,
  );
}

const oldestOf = ({ generations, newest }: Snapshot): GenerationMark => generations[0] ?? newest;

function atTime(snapshot: Snapshot, text: string): GenerationMark {
  const time = timeOf(text);
  const found = snapshot.generations.findLast(({ completed }) => Date.parse(completed) < time);
  if (found) return found;
  const { generation, completed } = oldestOf(snapshot);
  const all = generation === 1 ? "everything as new" : "also what that one changed";
  throw new MirrorError(
    "usage",
    say`There is no copy from before ${text}: the oldest is generation ${generation}, of ${completed}. Use ${option("since", generation)} to compare with that one, or ${option("since", generation - 1)}, which shows ${all}.`,
  );
}

/** A day begins at midnight where the command runs. */
function timeOf(text: string): number {
  const [, day, time] = /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?)?$/.exec(text) ?? [];
  const parsed = day === undefined || !isDay(day) ? Number.NaN : Date.parse(`${day}${time ?? "T00:00"}`);
  if (Number.isNaN(parsed))
    throw new MirrorError(
      "usage",
      `${text.slice(0, 40) || '""'} is neither a generation nor a day. Write a number, or a day such as 2026-01-31.`,
    );
  return parsed;
}

/** Whether the calendar has a day: a Date takes the 31st of February for one in March. */
export function isDay(day: string): boolean {
  const date = new Date(`${day}T00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}
