/** Midnight in UTC, `days` after the first of January of a year. Date-times always carry their zone. */
export const dateAt = (year: number, days: number): string => momentAt(year, days, 0);

/** A moment in UTC: days after the first of January of a year, and minutes of that day. */
export const momentAt = (year: number, days: number, minutes: number): string =>
  new Date(Date.UTC(year, 0, 1 + days, 0, minutes)).toISOString().replace(".000Z", "Z");
