/** A law of `hearings --ics`: whatever weeks hearings have, a calendar that imports the files shows what is ahead, wherever the courts are. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { follow, hearings, hearingsCalendar, sync } from "../src/index.ts";
import { Calendar } from "./support/calendar.ts";
import { CasesService } from "./support/cases-service.ts";
import { proofRuns } from "./support/proofs.ts";
import { newTarget } from "./support/target.ts";

const starts = [2, 3, 4, 5, 6, 8].flatMap((day) => [`2030-03-0${day}T09:00:00`, `2030-03-0${day}T11:30:00.000+01:00`]);

/** A Date takes it for one in March. */
const noDay = "2030-02-30T09:00:00";

const hearing = fc.record(
  {
    plPocetak: fc.constantFrom(...starts, null, "soon", noDay),
    plZavrsetak: fc.constantFrom("2030-03-05T12:00:00", "2030-03-07T12:00:00Z", "x"),
    vrstaRadnje: fc.constantFrom("rasprava", "ročište; pripremno,\\n\n👩‍⚖️".repeat(9), null),
    odgoda: fc.constantFrom(null, null, "", "bolest\r\nEND:VEVENT"),
    stPocetak: fc.constantFrom(null, null, "2030-03-04T09:00:00"),
  },
  { requiredKeys: ["plPocetak"] },
);
/** What a case has on each day: a day may change little, and the case may be gone. */
const week = fc.array(fc.option(fc.array(hearing, { maxLength: 3 }), { freq: 6 }), { minLength: 6, maxLength: 6 });
const weeks = fc.array(
  fc.oneof(
    week,
    week.map((days) => days.map((_, day) => days[day - (day % 2)] ?? null)),
  ),
  {
    minLength: 30,
    maxLength: 30,
  },
);
/** Time zones of courts, and what they are ahead of UTC in the first week of March. */
const zones = fc.constantFrom(
  [undefined, "+01:00"] as const,
  ["America/New_York", "-05:00"] as const,
  ["Asia/Kolkata", "+05:30"] as const,
);
/** The days on which someone imports a file. */
const someDays = fc.array(fc.boolean(), { minLength: 6, maxLength: 6 });

test("a calendar that imports the file of each day, or of some days, shows exactly what is ahead", async () => {
  await using service = await CasesService.start();
  await fc.assert(
    fc.asyncProperty(weeks, someDays, zones, async (cases, days, [timeZone, offset]) => {
      const timeOf = (text: string | null): number => {
        if (text === null || text === noDay) return Number.NaN;
        return Date.parse(/Z$|[+]..:..$/.test(text) ? text : `${text}${offset}`);
      };
      await using target = await newTarget();
      await follow(
        target.name,
        cases.map((_, index) => `P-${index}/2020@3`),
        { now: () => 0 },
      );
      const [daily, sometimes] = [new Calendar(), new Calendar()];
      for (const [day, isImported] of days.entries()) {
        const now = Date.parse(`2030-03-0${day + 1}T10:00:00`);
        service.state = `day ${day}`;
        service.cases = Object.fromEntries(
          cases.flatMap((one, index) => {
            const rows = one[day];
            return rows
              ? [[`P-${index}/2020@3`, { own: "", parts: { rocista: rows.map((row) => JSON.stringify(row)) } }]]
              : [];
          }),
        );
        await sync(target.name, { graphqlUrl: service.url, only: "cases", acceptShrink: true, now: () => now });
        const text = await hearingsCalendar(target.name, { now: () => now, timeZone });
        const expected = cases
          .flatMap((one, index) =>
            (one[day] ?? []).map((row) => ({
              ...row,
              time: timeOf(row.plPocetak),
              index,
            })),
          )
          .filter(({ odgoda, time }) => !odgoda && time >= now);
        const found = (await hearings(target.name, { now: () => now, timeZone })).hearings;
        expect(found.map(({ mark, row }) => `${row.plPocetak} ${mark}`).sort()).toEqual(
          expected.map(({ plPocetak, index }) => `${plPocetak} P-${index}/2020`).sort(),
        );
        // In the court's time, and in its order.
        expect(found.map(({ begins }) => Date.parse(begins))).toEqual(
          expected.map(({ time }) => time).sort((one, other) => one - other),
        );
        for (const { begins } of found) expect(begins.slice(19)).toBe(offset);
        const shown = (calendar: Calendar): string[] =>
          calendar
            .shown(now)
            .map((event) => event.replace(/ .*P-/s, " P-"))
            .sort();
        const ahead = expected.map(({ time, index }) => `${time} P-${index}/2020`).sort();
        daily.import(text);
        expect(shown(daily)).toEqual(ahead);
        if (!isImported) continue;
        sometimes.import(text);
        expect(shown(sometimes)).toEqual(ahead);
      }
    }),
    // Smaller weeks say no more, and each takes its time.
    { numRuns: proofRuns("weeks of hearings", 20), endOnFailure: true },
  );
});
