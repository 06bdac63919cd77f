/**
 * Milliseconds to wait by a `Retry-After`, in seconds or as a date (RFC 9110, section 10.2.3): 0 or less if that time has passed, undefined
 * if it says neither. Core reads it by itself; a test holds both to the same values.
 *
 * @param now - What a date is relative to, in milliseconds since 1970.
 */
export function readRetryAfter(header: string | null | undefined, now: number = Date.now()): number | undefined {
  const text = header?.trim() ?? "";
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1_000, Number.MAX_SAFE_INTEGER);
  const date = readHttpDate(text);
  return date === undefined ? undefined : date - now;
}

/** A date of HTTP, such as `Mon, 05 Jan 2026 08:00:09 GMT`, in milliseconds since 1970; undefined for any other text. */
export function readHttpDate(header: string | null | undefined): number | undefined {
  const text = usualDate(header?.trim() ?? "");
  const date = new Date(text);
  return text.endsWith(" GMT") && date.toUTCString() === text ? date.getTime() : undefined;
}

/** A date in the form that is sent today. Nobody may send the two obsolete ones, but everybody must read them (section 5.6.7). */
const usualDate = (text: string): string =>
  text
    .replace(
      /^(\w{3})\w{3,6}, (\d\d)-(\w{3})-(\d)/,
      (_, weekday, day, month, decade) => `${weekday}, ${day} ${month} ${decade < 7 ? 20 : 19}${decade}`,
    )
    .replace(
      /^(\w{3}) (\w{3}) ([ \d]\d) ([\d:]{8}) (\d{4})$/,
      (_, weekday, month, day, time, year) => `${weekday}, ${day.replace(" ", "0")} ${month} ${year} ${time} GMT`,
    );
