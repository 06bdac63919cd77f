const day = 86_400_000;

/** Midnight in UTC, `days` after the first of January of a year. Date-times always carry their zone. */
export const dateAt = (year: number, days: number): string => iso(Date.UTC(year, 0, 1) + days * day);

/** A moment in UTC: days after the first of January of a year, and minutes of that day. */
export const momentAt = (year: number, days: number, minutes: number): string =>
  iso(Date.UTC(year, 0, 1) + days * day + minutes * 60_000);

const iso = (time: number): string => `${new Date(time).toISOString().slice(0, 19)}Z`;
