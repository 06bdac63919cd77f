/** Hearings as iCalendar (RFC 5545). */
import ical, { ICalEventStatus } from "ical-generator";
import { printable } from "../generated/output.ts";
import { plain } from "../show/describe.ts";
import type { Reading } from "../store/database.ts";
import { identityIn, recordsIn, sha256 } from "../store/generations.ts";
import { readCopy, type Snapshot } from "../store/snapshot.ts";
import type { WireValue } from "../wire/wire.ts";
import { followedIn } from "./followed.ts";
import { type HearingEvent, type HearingsOptions, hearingsIn, type ReadTime, readTime } from "./hearings.ts";
import { isSameCase } from "./mark.ts";

/**
 * The hearings that are ahead as iCalendar (RFC 5545). A postponed one is an update of its event, and one that is not held stays there as
 * cancelled until its time is over.
 *
 * @throws MirrorError if the target holds no copy.
 */
export const hearingsCalendar = (
  target: string,
  { now = Date.now, ...options }: HearingsOptions = {},
): Promise<string> => readCopy(target, options, (snapshot) => calendarIn(snapshot, now()));

/** As {@link hearingsCalendar}, in a copy that is open. */
export async function calendarIn(snapshot: Snapshot, now: number): Promise<string> {
  const { events } = await hearingsIn(snapshot.reading, now);
  return await writeCalendar(
    snapshot.reading,
    events.filter(({ latest }) => latest >= now),
  );
}

/** Writes events: the same ones for the same copy, to the byte. */
async function writeCalendar(reading: Reading, events: readonly HearingEvent[]): Promise<string> {
  const copy = await identityIn(reading);
  const completed = new Map((await recordsIn(reading)).map((one) => [one.generation, one.completed]));
  const followed = await followedIn(reading);
  const calendar = ical({ name: "Hearings", prodId: { company: "court-register", product: "mirror", language: "EN" } });
  for (const { mark, court, courtName, row, cancelled, id, changed } of events) {
    const start = readTime(row.plPocetak);
    if (!start) continue;
    const end = readTime(row.plZavrsetak);
    const room = plain(row.sobanaziv) || plain(row.sobaoznaka);
    const known = followed.find((one) => isSameCase(one, { mark, court }));
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
