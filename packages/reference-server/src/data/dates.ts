/** Midnight in UTC, `days` after the first of January of a year. Date-times always carry their zone. */
export const dateAt = (year: number, days: number): string => momentAt(year, days, 0);

/** A moment in UTC: days after the first of January of a year, and minutes of that day. */
export const momentAt = (year: number, days: number, minutes: number): string =>
  new Date(Date.UTC(year, 0, 1 + days, 0, minutes)).toISOString().replace(".000Z", "Z");

/** A moment of a day as `--day` counts them: day 0 is the fourth of March 2030, a Monday. */
export const dayAt = (day: number, hour = 0): string => momentAt(2030, 62 + day, hour * 60);
