/** Hearings as iCalendar (RFC 5545). */
import ical, { ICalEventStatus } from "ical-generator";
import { printable } from "#kit/printable";
import { plain } from "../show/describe.ts";
import type { Reading } from "../store/database.ts";
import { identityIn, recordsIn, sha256 } from "../store/generations.ts";
import { readCopy, type Snapshot } from "../store/snapshot.ts";
import { readTime } from "./court-time.ts";
import { followedIn } from "./followed.ts";
import { type HearingEvent, type HearingsInOptions, type HearingsOptions, hearingsIn } from "./hearings.ts";
import { isSameCase } from "./mark.ts";

/**
 * The hearings that are ahead as iCalendar (RFC 5545). A postponed one is an update of its event, and one that is not held stays there as
 * cancelled until its time is over.
 *
 * @throws MirrorError if the target holds no copy, or of kind `usage` if there is no such time zone or case.
 */
export const hearingsCalendar = (
  target: string,
  { now = Date.now, ...options }: HearingsOptions = {},
): Promise<string> => readCopy(target, options, (snapshot) => calendarIn(snapshot, now(), options));

/** As {@link hearingsCalendar}, in a copy that is open. */
export async function calendarIn(snapshot: Snapshot, now: number, options: HearingsInOptions): Promise<string> {
  const { events } = await hearingsIn(snapshot.reading, now, options);
  return await writeCalendar(
    snapshot.reading,
    events.filter(({ latest }) => latest >= now),
    options.timeZone,
  );
}

/** Writes events: the same ones for the same copy, to the byte. */
async function writeCalendar(
  reading: Reading,
  events: readonly HearingEvent[],
  timeZone: string | undefined,
): Promise<string> {
  const copy = await identityIn(reading);
  const completed = new Map((await recordsIn(reading)).map((one) => [one.generation, one.completed]));
  const followed = await followedIn(reading);
  const calendar = ical({ name: "Hearings", prodId: { company: "court-register", product: "mirror", language: "EN" } });
  for (const { mark, court, courtName, note, row, start, cancelled, id, changed } of events) {
    if (start === undefined) continue;
    const end = readTime(row.plZavrsetak, timeZone);
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
      // A moment, which each calendar shows by its own clock: that of the court, in its country.
      start: new Date(start),
      ...(end !== undefined && end > start && { end: new Date(end) }),
      summary: printable([plain(row.vrstaRadnje), mark].filter(Boolean).join(" · ")),
      location: printable([courtName ?? `Court ${court}`, room].filter(Boolean).join(", ")),
      status: cancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
      ...((cancelled || note) && {
        description: [...(cancelled ? [why[cancelled]] : []), ...(note === null ? [] : [note])]
          .map(printable)
          .join("\n"),
      }),
    });
  }
  return `${calendar.toString()}\r\n`;
}
