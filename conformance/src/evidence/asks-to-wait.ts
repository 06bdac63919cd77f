import type { Answer, Reply } from "./answer.ts";

/** Maximum wait before a retry, in milliseconds. If a service asks for more, its request is not retried. */
export const maxWait = 30_000;

/** Whether the service asks to come back later. */
export function saysLater(reply: Reply): boolean {
  if (reply.kind === "no answer") return false;
  return reply.status === 429 || (reply.status === 503 && reply.headers["retry-after"] !== undefined);
}

/** Why a service is not asked any further, if it asks for a longer wait than that; otherwise undefined. */
export function asksTooLong(reply: Reply): string | undefined {
  if (reply.kind === "no answer" || !saysLater(reply)) return undefined;
  const wait = retryAfter(reply.headers) ?? 0;
  if (wait <= maxWait) return undefined;
  return `the service asks clients to wait ${duration(wait)} (status ${reply.status}, Retry-After): run again after that, with --rate`;
}

function duration(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  if (seconds < 120) return `${seconds} seconds`;
  return seconds < 7200 ? `${Math.ceil(seconds / 60)} minutes` : `${Math.ceil(seconds / 3600)} hours`;
}

/** `Retry-After` in milliseconds: given in seconds, or as a date, relative to that of the response (RFC 9110, section 10.2.3). */
export function retryAfter(headers: Answer["headers"]): number | undefined {
  const text = headers["retry-after"]?.trim() ?? "";
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const sent = readDate(headers.date ?? "");
  const wait = (readDate(text, sent) ?? Number.NaN) - (sent ?? Number.NaN);
  return wait > 0 ? wait : undefined;
}

/** A date in the three forms of RFC 9110, section 5.6.7: of today, of RFC 850 with two digits of the year, and of C's asctime. */
const dateForms: readonly RegExp[] = [
  /^[A-Z][a-z]{2}, (?<day>\d\d) (?<month>[A-Z][a-z]{2}) (?<year>\d{4}) (?<time>\d\d:\d\d:\d\d) GMT$/,
  /^[A-Z][a-z]{2,5}day, (?<day>\d\d)-(?<month>[A-Z][a-z]{2})-(?<year>\d\d) (?<time>\d\d:\d\d:\d\d) GMT$/,
  /^[A-Z][a-z]{2} (?<month>[A-Z][a-z]{2}) (?<day>[ \d]\d) (?<time>\d\d:\d\d:\d\d) (?<year>\d{4})$/,
];

/** The time of an HTTP-date; undefined for any other text. @param now - decides the century of a year with two digits. */
function readDate(text: string, now = 0): number | undefined {
  const parts = dateForms.map((form) => form.exec(text)?.groups).find((found) => found !== undefined);
  if (parts === undefined) return undefined;
  const { day = "", month, year = "", time } = parts;
  const thisYear = new Date(now).getUTCFullYear();
  const full = year.length === 4 ? Number(year) : Math.floor(thisYear / 100) * 100 + Number(year);
  // More than 50 years ahead is a year of the last century.
  const meant = `${day.trim().padStart(2, "0")} ${month} ${year.length === 2 && full > thisYear + 50 ? full - 100 : full} ${time} GMT`;
  const date = new Date(meant);
  // A day that the month does not have is read as one of the next.
  return Number.isFinite(date.getTime()) && date.toUTCString().endsWith(meant) ? date.getTime() : undefined;
}
