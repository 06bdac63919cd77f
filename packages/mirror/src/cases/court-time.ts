/** The time of courts: what the clock of a court says, whatever that of this machine does. */
import { isDay } from "../changes/span.ts";
import { MirrorError } from "../mirror-error.ts";
import type { WireValue } from "../wire/wire.ts";

/** The time zone of the courts. */
export const courtTimeZone = "Europe/Zagreb";

/** Options of what tells times of hearings. */
export interface TimeZoneOptions {
  /**
   * Name of the time zone of the courts. Times that were sent without a zone are taken for theirs.
   * @defaultValue `"Europe/Zagreb"`
   */
  timeZone?: string | undefined;
}

/** @throws MirrorError of kind `usage` if there is no such time zone. */
export function checkTimeZone(timeZone: string): string {
  try {
    offsetAt(0, timeZone);
    return timeZone;
  } catch (cause) {
    throw new MirrorError(
      "usage",
      `There is no time zone ${timeZone.slice(0, 60) || '""'}. They are called such as ${courtTimeZone}.`,
      { cause },
    );
  }
}

const day = 86_400_000;

/** The moment of a date-time, in milliseconds since 1970; undefined if it is none. */
export function readTime(value: WireValue | undefined, timeZone: string = courtTimeZone): number | undefined {
  if (typeof value !== "string") return undefined;
  const [whole, date = "", zone] =
    /^(\d{4}-\d\d-\d\d)T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(Z|[+-]\d\d:\d\d)?$/.exec(value) ?? [];
  if (whole === undefined || !isDay(date)) return undefined;
  const time = Date.parse(zone === undefined ? `${whole}Z` : whole);
  if (Number.isNaN(time)) return undefined;
  if (zone !== undefined) return time;
  // As RFC 5545 has it (section 3.3.5): of a time that the clock shows twice the first, and one that it leaves out by the offset before.
  const [before, after] = [time - day, time + day].map((near) => offsetAt(near, timeZone)) as [number, number];
  const isAfter = offsetAt(time - before, timeZone) !== before && offsetAt(time - after, timeZone) === after;
  return time - (isAfter ? after : before);
}

/** A moment as a date-time of a court: `2030-03-06T10:00:00+01:00`. */
export function courtTime(time: number, timeZone: string = courtTimeZone): string {
  const offset = offsetAt(time, timeZone);
  const two = (number: number): string => String(Math.floor(number)).padStart(2, "0");
  const minutes = Math.abs(offset) / 60_000;
  const local = new Date(time + offset).toISOString().replace(/\.\d+Z$/, "");
  return `${local}${offset < 0 ? "-" : "+"}${two(minutes / 60)}:${two(minutes % 60)}`;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** How many milliseconds the clock of a time zone is ahead of UTC. @throws RangeError if there is no such zone. */
function offsetAt(time: number, timeZone: string): number {
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "longOffset" });
  formats.set(timeZone, format);
  const name = format.formatToParts(time).find(({ type }) => type === "timeZoneName")?.value ?? "";
  const [, sign, hours = 0, minutes = 0, seconds = 0] = /([+-])(\d\d):(\d\d)(?::(\d\d))?/.exec(name) ?? [];
  const offset = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000;
  return sign === "-" ? -offset : offset;
}
