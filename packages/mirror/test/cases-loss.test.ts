/** What a service takes away from the court cases that it still has is not believed, in whichever list. */
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { follow, MirrorError, sync, unfollow, verify } from "../src/index.ts";
import { CasesService, partNames, rowsOfCases, type ServedCase } from "./support/cases-service.ts";
import { newTarget, randomRuns, rowsInView, type Target } from "./support/target.ts";

let service: CasesService;
beforeAll(async () => {
  service = await CasesService.start();
});
afterAll(() => service[Symbol.asyncDispose]());

type Counts = Readonly<Record<string, readonly number[]>>;
const keys = Array.from({ length: 6 }, (_, at) => `P-${at + 1}/2020@3`);

/** Cases with so many rows of each list: a number for each case. */
const casesOf = (counts: Counts): Record<string, ServedCase> =>
  Object.fromEntries(
    keys.map((key, at) => [
      key,
      {
        own: `"oznakaBroj":null,"sudac":"${key}"`,
        parts: Object.fromEntries(
          Object.entries(counts).map(([list, numbers]) => [
            list,
            Array.from({ length: numbers[at] ?? 0 }, (_, row) => `{"predmetId":1${at}${row}}`),
          ]),
        ),
      },
    ]),
  );

let day = 0;
const copyDay = async (target: Target, cases: Record<string, ServedCase>, acceptShrink = false): Promise<unknown> => {
  Object.assign(service, { cases, state: `2026-01-01T06:00:${day++}` });
  return await sync(target.name, { graphqlUrl: service.url, only: "cases", acceptShrink });
};

const outcome = async (work: Promise<unknown>): Promise<string> =>
  await work.then(
    () => "published",
    (error: unknown) => {
      if (!(error instanceof MirrorError) || error.kind !== "shrunk") throw error;
      return error.message;
    },
  );

test.each(partNames)("%s, sent as [] for all cases from one day to the next", async (list) => {
  await using target = await newTarget();
  await follow(target.name, keys);
  const before = casesOf({ [list]: [5, 5, 5, 0, 0, 0] });
  await copyDay(target, before);
  const empty = casesOf({});
  expect(await outcome(copyDay(target, empty))).toMatch(
    `The list ${list} has lost 15 of the 15 rows that it had of cases that are still there, such as P-1/2020@3`,
  );
  // What was refused is refused again, also if a case that has lost nothing has got as many.
  expect(await outcome(copyDay(target, empty))).toMatch("The list");
  expect(await outcome(copyDay(target, casesOf({ [list]: [0, 0, 0, 20, 0, 0] })))).toMatch("has lost 15 of the 15");
  expect(await rowsInView(target.name, list)).toEqual(rowsOfCases(list, before));
  await copyDay(target, empty, true);
  expect(await rowsInView(target.name, list)).toEqual([]);
  expect((await verify(target.name)).problems).toEqual([]);
});

test("rows of a case that is not followed any more, or is not there, are no loss", async () => {
  await using target = await newTarget();
  await follow(target.name, keys);
  await copyDay(target, casesOf({ pismena: [1, 1, 1, 1, 20, 20] }));
  await unfollow(target.name, ["P-5/2020@3"]);
  const { "P-6/2020@3": _, ...others } = casesOf({ pismena: [1, 1, 1, 1, 20, 20] });
  expect(await outcome(copyDay(target, others))).toBe("published");
});

test("a list is refused if and only if it has lost five rows or more, and more than a tenth, of cases that are there", async () => {
  const number = fc.nat({ max: 30 });
  const perCase = fc.array(number, { minLength: keys.length, maxLength: keys.length });
  const counts = fc.record({ pismena: perCase, rocista: perCase });
  const less = fc.array(fc.nat({ max: 3 }), { minLength: keys.length, maxLength: keys.length });
  await fc.assert(
    fc.asyncProperty(counts, fc.record({ pismena: less, rocista: less }), fc.boolean(), async (before, by, all) => {
      await using target = await newTarget();
      await follow(target.name, keys);
      await copyDay(target, casesOf(before));
      const after = Object.fromEntries(
        Object.entries(before).map(([list, numbers]) => [
          list,
          numbers.map((one, at) => (all ? (one * 7) % 31 : Math.max(0, one - (by[list as keyof typeof by][at] ?? 0)))),
        ]),
      );
      const refused = Object.entries(before).filter(([list, numbers]) => {
        const lost = numbers.reduce((sum, one, at) => sum + Math.max(0, one - (after[list]?.[at] ?? 0)), 0);
        return lost >= 5 && lost * 10 > numbers.reduce((sum, one) => sum + one, 0);
      });
      const said = await outcome(copyDay(target, casesOf(after)));
      expect(["pismena", "rocista"].filter((list) => said.includes(`The list ${list} `))).toEqual(
        refused.map(([list]) => list),
      );
      expect(said === "published").toBe(refused.length === 0);
    }),
    { numRuns: randomRuns(15) },
  );
});
