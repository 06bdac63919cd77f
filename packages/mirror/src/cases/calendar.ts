/** Hearings as iCalendar (RFC 5545). */
import ical, { ICalEventStatus } from "ical-generator";
import { isDay } from "../changes/span.ts";
import { printable } from "../generated/output.ts";
import { plain } from "../show/describe.ts";
import type { Reading } from "../store/database.ts";
import { identityIn, recordsIn, sha256 } from "../store/generations.ts";
import type { WireValue } from "../wire/wire.ts";
import { followedIn } from "./followed.ts";
import type { HearingEvent } from "./hearings.ts";

/** A time as the service sent it. */
interface ReadTime {
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

/** Writes events: the same ones for the same copy, to the byte. */
export async function writeCalendar(reading: Reading, events: readonly HearingEvent[]): Promise<string> {
  const copy = await identityIn(reading);
  const completed = new Map((await recordsIn(reading)).map((one) => [one.generation, one.completed]));
  const followed = await followedIn(reading);
  const calendar = ical({ name: "Hearings", prodId: { company: "court-register", product: "mirror", language: "EN" } });
  for (const { mark, court, courtName, row, cancelled, id, changed } of events) {
    const start = readTime(row.plPocetak);
    if (!start) continue;
    const end = readTime(row.plZavrsetak);
    const room = plain(row.sobanaziv) || plain(row.sobaoznaka);
    const known = followed.find((one) => one.mark === mark && one.court === court);
    const why = {
      adjourned: `Adjourned: ${plain(row.odgoda)}`,
      gone: !known
        ? "This copy does not follow the case any more."
        : known.missing === null
          ? "The case does not have this hearing any more."
          : "The court does not have this case any more.",
    };
    calendar.createEvent({
      // The copy, because others number their generations and rows alike.
      id: sha256([copy, ...id]).slice(0, 32),
      sequence: changed,
      stamp: new Date(completed.get(changed) ?? 0),
      start: clock(row.plPocetak, start),
      ...(end && end.time > start.time && end.isFloating === start.isFloating && { end: clock(row.plZavrsetak, end) }),
      floating: start.isFloating,
      summary: printable([plain(row.vrstaRadnje), mark].filter(Boolean).join(" · ")),
      location: printable([courtName ?? `Court ${court}`, room].filter(Boolean).join(", ")),
      status: cancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
      ...(cancelled && { description: printable(why[cancelled]) }),
    });
  }
  return `${calendar.toString()}\r\n`;
}

/** A time as the library writes it: without a zone, it takes the clock of UTC. */
const clock = (text: WireValue | undefined, { time, isFloating }: ReadTime): Date =>
  isFloating ? new Date(`${text}Z`) : new Date(time);
