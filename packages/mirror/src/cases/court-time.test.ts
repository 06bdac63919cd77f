import fc from "fast-check";
import { expect, test } from "vitest";
import { courtTime, courtTimeZone, readTime } from "./court-time.ts";

const zones = fc.constantFrom(courtTimeZone, "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe", "UTC");
const moments = fc.date({ min: new Date("1995-01-01"), max: new Date("2045-01-01"), noInvalidDate: true });
const hour = 3_600_000;

test("a moment is told as the clock of the zone shows it, and read again, with its offset or without", () => {
  fc.assert(
    fc.property(moments, zones, (date, timeZone) => {
      const time = Math.floor(date.getTime() / 1_000) * 1_000;
      const told = courtTime(time, timeZone);
      const clock = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" });
      expect(told.slice(0, 19).replace("T", " ")).toBe(clock.format(time));
      expect(readTime(told, "Asia/Tokyo")).toBe(time);
      const read = readTime(told.slice(0, 19), timeZone) ?? Number.NaN;
      // Of a time that the clock shows twice, the first.
      expect([0, hour / 2, hour]).toContain(time - read);
      expect(courtTime(read, timeZone).slice(0, 19)).toBe(told.slice(0, 19));
    }),
  );
});

test("summer and winter, an hour that is left out, one that comes twice; what is no time", () => {
  const read = (text: string): string => courtTime(readTime(text) ?? Number.NaN);
  expect(read("2030-03-06T09:00:00Z")).toBe("2030-03-06T10:00:00+01:00");
  expect(read("2030-03-06T09:00:00")).toBe("2030-03-06T09:00:00+01:00");
  expect(read("2030-07-06T09:00")).toBe("2030-07-06T09:00:00+02:00");
  expect(read("2030-03-31T02:30:00")).toBe("2030-03-31T03:30:00+02:00");
  expect(read("2030-03-31T03:00:00")).toBe("2030-03-31T03:00:00+02:00");
  expect(read("2030-10-27T02:30:00")).toBe("2030-10-27T02:30:00+02:00");
  expect(read("2030-10-27T03:00:00")).toBe("2030-10-27T03:00:00+01:00");
  const inNewYork = (text: string): number | undefined => readTime(text, "America/New_York");
  expect(inNewYork("2030-03-10T02:30:00")).toBe(Date.parse("2030-03-10T03:30:00-04:00"));
  expect(inNewYork("2030-11-03T01:30:00")).toBe(Date.parse("2030-11-03T01:30:00-04:00"));
  for (const text of ["2030-02-30T09:00:00", "soon", "2030-03-06", "", null, 5]) expect(readTime(text)).toBeUndefined();
});
