import { MirrorError } from "../mirror-error.ts";
import type { GenerationMark, Snapshot } from "../store/snapshot.ts";

/** What is compared with what. */
export interface Span {
  /** It is 0 for the time before the first generation. A generation that is not kept itself has no time. */
  from: { generation: number; completed: string | null };
  to: GenerationMark;
}

/**
 * Finds the two generations to compare.
 *
 * @param since - A generation, 0 for the time before the first, or a day or time: the last generation that was complete before it.
 * Without it, the generation before `until`.
 * @throws MirrorError of kind `usage` if what is asked for is not kept.
 */
export function findSpan(snapshot: Snapshot, since: number | string | undefined, until: number | undefined): Span {
  const to = until === undefined ? snapshot.newest : snapshot.generation(until);
  if (typeof since === "string" && !/^\d+$/.test(since)) return { from: atTime(snapshot, since), to };
  const asked = since === undefined ? to.generation - 1 : Number(since);
  const from = beforeOldest(snapshot, asked) ?? snapshot.generation(asked);
  if (from.generation <= to.generation) return { from, to };
  throw new MirrorError("usage", `Generation ${from.generation} is newer than generation ${to.generation}.`);
}

/** The generation before the oldest one that is kept: what has changed since is known, though not when it was complete. */
function beforeOldest({ generations: [oldest] }: Snapshot, asked: number): Span["from"] | undefined {
  return oldest && asked === oldest.generation - 1 ? { generation: asked, completed: null } : undefined;
}

function atTime({ generations }: Snapshot, text: string): GenerationMark {
  const time = timeOf(text);
  const found = generations.findLast(({ completed }) => Date.parse(completed) < time);
  if (found) return found;
  throw new MirrorError(
    "usage",
    `There is no copy from before ${text}: the oldest is generation ${generations[0]?.generation}, of ${generations[0]?.completed}.`,
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
function isDay(day: string): boolean {
  const date = new Date(`${day}T00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}
