/** `hearings`: which hearings are ahead, and what has become of those that were. */

import { isDay } from "../changes/span.ts";
import type { Row } from "../show/contract-names.ts";
import type { Reading } from "../store/database.ts";
import type { TargetOptions } from "../store/open.ts";
import { quoted, storedColumnsIn, tablesOf } from "../store/schema.ts";
import { type GenerationMark, readCopy } from "../store/snapshot.ts";
import { rowReader } from "../wire/columns.ts";
import type { WireObject, WireValue } from "../wire/wire.ts";
import { courtNamesIn } from "./find.ts";
import { type CaseKey, caseText } from "./mark.ts";

/** A hearing that is ahead: it is planned to begin now or later, and is not adjourned. */
export interface Hearing extends CaseKey {
  /** Name of its court; null if no courts were copied, or none has its number. */
  courtName: string | null;
  /** Its fields, as the service sent them. */
  row: WireObject;
}

/** The same, with the names of the contract. */
interface NamedHearing extends Hearing {
  row: Row<"rocista">;
}

/** A hearing that was ahead in some generation: one event of a calendar, however often it is postponed. */
export interface HearingEvent extends NamedHearing {
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
export interface HearingsOptions extends TargetOptions {
  /**
   * The time in milliseconds since 1970.
   * @defaultValue `Date.now`
   */
  now?: (() => number) | undefined;
}

/** The answer of {@link hearings}. */
export interface Hearings extends GenerationMark {
  /** The next one first. */
  hearings: readonly Hearing[];
  /** Hearings whose `plPocetak` is no time: nobody can say whether they are ahead. */
  unreadable: number;
}

/**
 * The hearings of all cases that are ahead. Times without a zone are those of the machine.
 *
 * @throws MirrorError if the target holds no copy.
 */
export const hearings = (target: string, { now = Date.now, ...options }: HearingsOptions = {}): Promise<Hearings> =>
  readCopy(target, options, async (snapshot) => {
    const { ahead, unreadable } = await hearingsIn(snapshot.reading, now());
    return { ...snapshot.newestOf("cases"), hearings: ahead, unreadable };
  });

/** A time as the service sent it. */
export interface ReadTime {
  /** In milliseconds since 1970; without a zone, by the clock of the machine. */
  time: number;
  /** Whether it was sent without a zone. */
  isFloating: boolean;
}

/** Reads a date-time. Undefined if it is none. */
export function readTime(value: WireValue | undefined): ReadTime | undefined {
  if (typeof value !== "string") return undefined;
  const [whole, day = "", zone] =
    /^(\d{4}-\d\d-\d\d)T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(Z|[+-]\d\d:\d\d)?$/.exec(value) ?? [];
  const time = whole === undefined || !isDay(day) ? Number.NaN : Date.parse(whole);
  return Number.isNaN(time) ? undefined : { time, isFloating: zone === undefined };
}

/** When a hearing is planned to begin, in milliseconds since 1970; undefined if its row does not say. */
const startOf = ({ plPocetak }: Row<"rocista">): number | undefined => readTime(plPocetak)?.time;

/** Whether a hearing is planned: it has a time, and was not adjourned. */
const isPlanned = (row: Row<"rocista">): boolean => startOf(row) !== undefined && !isAdjourned(row);

const isAdjourned = ({ odgoda }: Row<"rocista">): boolean => odgoda != null && odgoda !== "";

/** A row of `rocista`, and when it was there. */
interface Seen {
  row: Row<"rocista">;
  number: number;
  first: number;
  /** The generation that no longer had it; undefined if the newest has it. */
  gone: number | undefined;
}

/** What the published generations have of hearings. */
export async function hearingsIn(
  reading: Reading,
  now: number,
): Promise<{ ahead: NamedHearing[]; events: HearingEvent[]; unreadable: number }> {
  const columns = (await storedColumnsIn(reading)).get("rocista");
  if (columns === undefined) return { ahead: [], events: [], unreadable: 0 };
  const [newest] = await reading.all(
    "SELECT max(generation) AS newest FROM mirror_generations WHERE completed IS NOT NULL",
  );
  const read = rowReader(columns);
  const courts = await courtNamesIn(reading);
  const cases = new Map<string, { key: CaseKey; rows: Seen[] }>();
  for await (const batch of reading.batches(
    `SELECT * FROM ${quoted(tablesOf("rocista").rows)} WHERE _first <= $1 ORDER BY _row`,
    Number(newest?.newest ?? 0),
  ))
    for (const stored of batch) {
      const key = { mark: String(stored.asked_mark), court: Number(stored.asked_court) };
      const one = cases.get(caseText(key)) ?? { key, rows: [] };
      cases.set(caseText(key), one);
      const gone =
        stored._gone == null || Number(stored._gone) > Number(newest?.newest) ? undefined : Number(stored._gone);
      one.rows.push({ row: read(stored), number: Number(stored._row), first: Number(stored._first), gone });
    }
  const events: HearingEvent[] = [];
  const ahead: NamedHearing[] = [];
  let unreadable = 0;
  for (const { key, rows } of cases.values()) {
    const about = { ...key, courtName: courts.get(key.court) ?? null };
    events.push(...eventsOf(rows).map((event) => ({ ...about, ...event })));
    for (const { row, gone } of rows) {
      if (gone !== undefined) continue;
      if (isPlanned(row) && (startOf(row) ?? 0) >= now) ahead.push({ ...about, row });
      if (row.plPocetak != null && startOf(row) === undefined) unreadable++;
    }
  }
  return { ahead: byStart(ahead), events: byStart(events), unreadable };
}

const byStart = <T extends Hearing>(all: readonly T[]): T[] =>
  all.toSorted((one, other) => (startOf(one.row) ?? 0) - (startOf(other.row) ?? 0));

type CaseEvent = Omit<HearingEvent, keyof CaseKey | "courtName">;

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
      if (same && event && isPlanned(same.seen.row)) update(event, same.seen.row, generation);
      else if (event?.cancelled === null) lost.push(same ?? { seen, event });
    }
    const fresh = came.filter(({ seen, event }) => event === undefined && isPlanned(seen.row));
    for (const one of fresh) {
      const isOfKind = ({ seen }: Slot): boolean => seen.row.vrstaRadnje === one.seen.row.vrstaRadnje;
      const [before, another] = lost.filter((slot) => isOfKind(slot) && slot.seen.row.stPocetak == null);
      if (before?.event && !another && fresh.filter(isOfKind).length === 1) {
        one.event = before.event;
        before.event = undefined;
        update(one.event, one.seen.row, generation);
      } else {
        one.event = newEvent(one.seen);
        events.push(one.event);
      }
    }
    for (const { seen, event } of lost)
      if (event)
        Object.assign(event, {
          row: seen.row,
          changed: generation,
          cancelled: isPlanned(seen.row) ? "gone" : "adjourned",
        });
    there = [...there.filter(({ seen }) => seen.gone !== generation), ...came];
  }
  return events;
}

const newEvent = ({ row, first, number }: Seen): CaseEvent => ({
  row,
  cancelled: null,
  id: [first, number],
  changed: first,
  latest: startOf(row) ?? 0,
});

function update(event: CaseEvent, row: Row<"rocista">, generation: number): void {
  Object.assign(event, {
    row,
    cancelled: null,
    changed: generation,
    latest: Math.max(event.latest, startOf(row) ?? 0),
  });
}
