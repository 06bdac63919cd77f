/** `hearings`: which hearings are ahead, and what has become of those that were. */

import type { WireRow } from "../show/contract-names.ts";
import type { Reading } from "../store/database.ts";
import type { TargetOptions } from "../store/open.ts";
import { quoted, storedColumnsIn, tablesOf } from "../store/schema.ts";
import { type GenerationMark, readCopy } from "../store/snapshot.ts";
import { rowReader } from "../wire/columns.ts";
import type { WireObject } from "../wire/wire.ts";
import { checkTimeZone, courtTime, courtTimeZone, readTime, type TimeZoneOptions } from "./court-time.ts";
import { courtNamesIn, findCase } from "./find.ts";
import { notesIn } from "./followed.ts";
import { type CaseKey, caseText } from "./mark.ts";

/** Whose hearing it is. */
interface HearingCase extends CaseKey {
  /** Name of its court; null if no courts were copied, or none has its number. */
  courtName: string | null;
  /** What the user has written down about the case; null if nothing. */
  note: string | null;
}

/** A hearing that is ahead: it is planned to begin now or later, and is not adjourned. */
export interface Hearing extends HearingCase {
  /** When it is planned to begin (`plPocetak`), in the time of the court: `2030-03-06T10:00:00+01:00`. */
  begins: string;
  /** When it is planned to end (`plZavrsetak`), in the same way; null if that is no time. */
  ends: string | null;
  /** Its fields, as the service sent them. */
  row: WireObject;
}

/** A row of `rocista`, and when it is planned to begin, in milliseconds since 1970; undefined if the row does not say. */
interface Planned {
  row: WireRow<"rocista">;
  start: number | undefined;
}

/** A hearing that was ahead in some generation: one event of a calendar, however often it is postponed. */
export interface HearingEvent extends HearingCase, Planned {
  /** Why it is cancelled; null if it is not. `row` is then what it was last. */
  cancelled: "gone" | "adjourned" | null;
  /** What tells it from all others of the copy: the generation that first had it, and the number of its row. */
  id: readonly [generation: number, row: number];
  /** The generation that changed it last. */
  changed: number;
  /** The latest time that it was planned to begin at, in milliseconds since 1970. */
  latest: number;
}

/** Options of {@link hearings}. */
export interface HearingsOptions extends HearingsInOptions, TargetOptions {
  /**
   * The time in milliseconds since 1970.
   * @defaultValue `Date.now`
   */
  now?: (() => number) | undefined;
}

/** Which hearings are asked for, and by which clock. */
export interface HearingsInOptions extends TimeZoneOptions {
  /** Only those of this court case: `MARK@COURT`, where the court may be left out if one case alone has the mark. */
  case?: string | undefined;
}

/** The answer of {@link hearings}. */
export interface Hearings extends GenerationMark {
  /** The time zone of `begins` and `ends`. */
  timeZone: string;
  /** The next one first. */
  hearings: readonly Hearing[];
  /** Hearings whose `plPocetak` is no time: nobody can say whether they are ahead. */
  unreadable: number;
}

/**
 * The hearings of all cases that are ahead, or those of one. A time that was sent without a zone is that of the court.
 *
 * @throws MirrorError if the target holds no copy, or of kind `usage` if there is no such time zone or case.
 */
export const hearings = (target: string, { now = Date.now, ...options }: HearingsOptions = {}): Promise<Hearings> =>
  readCopy(target, options, async (snapshot) => {
    const { timeZone = courtTimeZone } = options;
    const { ahead, unreadable } = await hearingsIn(snapshot.reading, now(), options);
    return { ...snapshot.newestOf("cases"), timeZone, hearings: ahead, unreadable };
  });

/** Whether a hearing is planned: it has a time, and was not adjourned. */
const isPlanned = ({ row, start }: Planned): boolean => start !== undefined && !isAdjourned(row);

const isAdjourned = ({ odgoda }: WireRow<"rocista">): boolean => odgoda != null && odgoda !== "";

/** A row of `rocista`, and when it was there. */
interface Seen extends Planned {
  number: number;
  first: number;
  /** The generation that no longer had it; undefined if the newest has it. */
  gone: number | undefined;
}

/** What the published generations have of hearings. */
export async function hearingsIn(
  reading: Reading,
  now: number,
  { timeZone = courtTimeZone, case: about }: HearingsInOptions = {},
): Promise<{ ahead: Hearing[]; events: HearingEvent[]; unreadable: number }> {
  checkTimeZone(timeZone);
  const only = about === undefined ? undefined : caseText(await findCase(reading, about));
  const columns = (await storedColumnsIn(reading)).get("rocista");
  if (columns === undefined) return { ahead: [], events: [], unreadable: 0 };
  const [newest] = await reading.all(
    "SELECT max(generation) AS newest FROM mirror_generations WHERE completed IS NOT NULL",
  );
  const read = rowReader(columns);
  const courts = await courtNamesIn(reading);
  const notes = await notesIn(reading);
  const cases = new Map<string, { key: CaseKey; rows: Seen[] }>();
  for await (const batch of reading.batches(
    `SELECT * FROM ${quoted(tablesOf("rocista").rows)} WHERE _first <= $1 ORDER BY _row`,
    Number(newest?.newest ?? 0),
  ))
    for (const stored of batch) {
      const key = { mark: String(stored.asked_mark), court: Number(stored.asked_court) };
      if (only !== undefined && caseText(key) !== only) continue;
      const one = cases.get(caseText(key)) ?? { key, rows: [] };
      cases.set(caseText(key), one);
      const gone =
        stored._gone == null || Number(stored._gone) > Number(newest?.newest) ? undefined : Number(stored._gone);
      const row: WireRow<"rocista"> = read(stored);
      const start = readTime(row.plPocetak, timeZone);
      one.rows.push({ row, start, number: Number(stored._row), first: Number(stored._first), gone });
    }
  const events: HearingEvent[] = [];
  const ahead: (Hearing & Planned)[] = [];
  let unreadable = 0;
  for (const { key, rows } of cases.values()) {
    const about = { ...key, courtName: courts.get(key.court) ?? null, note: notes.get(caseText(key)) ?? null };
    events.push(...eventsOf(rows).map((event) => ({ ...about, ...event })));
    for (const seen of rows.filter(({ gone }) => gone === undefined)) {
      const { row, start } = seen;
      if (row.plPocetak != null && start === undefined) unreadable++;
      if (start === undefined || start < now || !isPlanned(seen)) continue;
      const end = readTime(row.plZavrsetak, timeZone);
      const ends = end === undefined ? null : courtTime(end, timeZone);
      ahead.push({ ...about, begins: courtTime(start, timeZone), ends, row, start });
    }
  }
  return { ahead: byStart(ahead).map(({ start: _, ...one }) => one), events: byStart(events), unreadable };
}

const byStart = <T extends Planned>(all: readonly T[]): T[] =>
  all.toSorted((one, other) => (one.start ?? 0) - (other.start ?? 0));

type CaseEvent = Omit<HearingEvent, keyof HearingCase>;

/** A row that a generation has, and the event that it is of, if any. */
interface Slot {
  seen: Seen;
  event: CaseEvent | undefined;
}

/**
 * The events of one case. The contract names no key of a hearing, so the generations are gone through, the oldest first. In each:
 * - A row that goes and one that comes with the same planned start are the same hearing.
 * - If of one kind (`vrstaRadnje`) one hearing alone went or was adjourned, and one alone came, it was postponed. One that was held is none.
 * - Others that went or were adjourned are cancelled, and others that came are new.
 */
function eventsOf(rows: readonly Seen[]): CaseEvent[] {
  const events: CaseEvent[] = [];
  const generations = new Set(rows.flatMap(({ first, gone }) => (gone === undefined ? [first] : [first, gone])));
  let there: Slot[] = [];
  for (const generation of [...generations].sort((one, other) => one - other)) {
    const came: Slot[] = rows.filter(({ first }) => first === generation).map((seen) => ({ seen, event: undefined }));
    const lost: Slot[] = [];
    for (const { seen, event } of there.filter((one) => one.seen.gone === generation)) {
      const same = came.find((one) => one.event === undefined && one.seen.row.plPocetak === seen.row.plPocetak);
      if (same) same.event = event;
      if (same && event && isPlanned(same.seen)) update(event, same.seen, generation);
      else if (event?.cancelled === null) lost.push(same ?? { seen, event });
    }
    const fresh = came.filter(({ seen, event }) => event === undefined && isPlanned(seen));
    for (const one of fresh) {
      const isOfKind = ({ seen }: Slot): boolean => seen.row.vrstaRadnje === one.seen.row.vrstaRadnje;
      const [before, another] = lost.filter((slot) => isOfKind(slot) && slot.seen.row.stPocetak == null);
      if (before?.event && !another && fresh.filter(isOfKind).length === 1) {
        one.event = before.event;
        before.event = undefined;
        update(one.event, one.seen, generation);
      } else {
        one.event = newEvent(one.seen);
        events.push(one.event);
      }
    }
    for (const { seen, event } of lost)
      if (event)
        Object.assign(event, {
          row: seen.row,
          start: seen.start,
          changed: generation,
          cancelled: isPlanned(seen) ? "gone" : "adjourned",
        });
    there = [...there.filter(({ seen }) => seen.gone !== generation), ...came];
  }
  return events;
}

const newEvent = ({ row, start, first, number }: Seen): CaseEvent => ({
  row,
  start,
  cancelled: null,
  id: [first, number],
  changed: first,
  latest: start ?? 0,
});

function update(event: CaseEvent, { row, start }: Planned, generation: number): void {
  Object.assign(event, {
    row,
    start,
    cancelled: null,
    changed: generation,
    latest: Math.max(event.latest, start ?? 0),
  });
}
