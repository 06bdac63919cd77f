/** Subjects are found by a part of their name, in the same order in every database. */
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { lists } from "../src/generated/lists.ts";
import { prune, type SyncEvent, search, show, sync, verify } from "../src/index.ts";
import { forms } from "../src/search/fold.ts";
import { nameField, numberOf } from "../src/search/names.ts";
import { standingParts } from "../src/show/describe.ts";
import { runHere } from "./support/command.ts";
import { copyDay, firstDay } from "./support/company.ts";
import { withNames } from "./support/names.ts";
import { proofRuns } from "./support/proofs.ts";
import { Register } from "./support/register.ts";
import { inTarget, newTarget, randomRuns, type Target } from "./support/target.ts";

let register: Register;
let target: Target;

beforeAll(async () => {
  register = await Register.start();
  target = await newTarget();
  const subjekt = [...(firstDay.subjekt ?? []), '{"mbs":80000006,"stecajna_masa":1,"likvidacijska_masa":0}'];
  const skracena_tvrtka = [...(firstDay.skracena_tvrtka ?? []), '{"mbs":80000006,"ime":"Masa d.o.o."}'];
  const postupak = ['{"mbs":80000003,"postupak":1,"datum_stjecaja":"2026-01-02T00:00:00"}'];
  await copyDay(target, register, withNames({ ...firstDay, subjekt, skracena_tvrtka, postupak }));
});
afterAll(async () => {
  await register[Symbol.asyncDispose]();
  await target[Symbol.asyncDispose]();
});

const namesOf = async (text: string): Promise<string[]> =>
  (await search(target.name, text)).found.map(({ name }) => name);

test("finds a name however people type it, by any part of it and in any of its lists", async () => {
  for (const text of [
    "djurdjevac",
    "đurđevac",
    "DURDEVAC",
    "Đurđevački primjer d.o.o.",
    "rdevack",
    "primjer đur",
    "doo đurđ",
  ])
    expect((await search(target.name, text)).found, text).toMatchObject([
      { mbs: "080000001", oib: "01234567896", shortName: "ĐURĐEVAČKI PRIMJER d.o.o.", deleted: null },
    ]);
  expect(await search(target.name, "sample of")).toMatchObject({
    found: [{ list: "prijevod_skracena_tvrtka", name: "SAMPLE OF DJURDJEVAC Ltd." }],
  });
  expect(await search(target.name, "cakovec")).toMatchObject({
    found: [{ list: "naziv_podruznice", mbs: "080000001" }],
  });
  // Those in the register come first.
  expect(await namesOf("uzorak")).toEqual(["Novi uzorak d.o.o.", "Stari uzorak d.d."]);
  expect(await namesOf("ri")).toContain("Stari uzorak d.d.");
  expect(await namesOf("nobody of this name")).toEqual([]);
});

test("a subject in insolvency is said to be, in the words of the contract", async () => {
  const standingOf = async (text: string): Promise<unknown> => {
    const { found } = await search(target.name, text);
    expect((await show(target.name, found[0]?.mbs ?? "")).subjects[0]).toMatchObject({
      deleted: found[0]?.deleted,
      procedures: found[0]?.procedures,
      stecajna_masa: found[0]?.stecajna_masa,
      likvidacijska_masa: found[0]?.likvidacijska_masa,
    });
    return found.flatMap((subject) => standingParts(subject));
  };
  expect(await standingOf("novi uzorak")).toEqual([
    { kind: "insolvency", text: "insolvency procedure: postupak\u00a01 · datum_stjecaja\u00a02026-01-02" },
  ]);
  expect(await standingOf("masa")).toEqual([{ kind: "insolvency", text: "stecajna_masa\u00a01" }]);
  expect(await standingOf("stari")).toEqual([{ kind: "deleted", text: "deleted 2020-01-31" }]);
  expect(await standingOf("djurdjevac")).toEqual([{ kind: "registered", text: "in the register" }]);
});

test("refuses a text without a letter or digit, and a copy without names", async () => {
  for (const text of ["", " ", "...", "%_"])
    await expect(search(target.name, text)).rejects.toMatchObject({ kind: "usage" });
  for (const options of [{ limit: 0 }, { offset: -1 }, { offset: 0.5 }])
    await expect(search(target.name, "a", options)).rejects.toThrow(RangeError);
  await using small = await newTarget();
  await copyDay(small, register, firstDay, ["subjekt"]);
  await expect(search(small.name, "a")).rejects.toMatchObject({
    kind: "usage",
    message: expect.stringContaining("no names to search"),
  });
});

/** All that the index has, whether readers see it or not. */
const indexed = ({ name }: Target): Promise<string[]> =>
  inTarget(name, async (database) => {
    const rows = await database.read((reading) => reading.all("SELECT form FROM mirror_names"));
    return rows.map(({ form }) => String(form));
  });

test("readers find the names of the newest generation, whatever is being copied, discarded or pruned", async () => {
  await using days = await newTarget();
  const named = (...names: string[]): Register["rows"] =>
    withNames({ skracena_tvrtka: names.map((ime, index) => JSON.stringify({ mbs: index + 1, ime })) });
  const found = async (): Promise<string[]> => (await search(days.name, "name")).found.map(({ name }) => name).sort();
  const lists = ["skracena_tvrtka"];
  await copyDay(days, register, named("first name", "second name"), lists);
  expect(await found()).toEqual(["first name", "second name"]);

  // A copy stops after its list is finished, and the next one begins anew with other names under the same numbers.
  register.rows = named("first name", "name that never came", "another that never came, a name");
  const options = { baseUrl: register.url, subscriptionKey: register.key, fetch, lists, acceptShrink: true };
  // The clock is asked twice while the list is finished, and next for the time of publishing.
  let asked = Number.NEGATIVE_INFINITY;
  const now = (): number => {
    if (++asked > 2) throw new Error("stopped");
    return Date.now();
  };
  const onEvent = ({ type }: SyncEvent): void => {
    if (type === "publishing") asked = 0;
  };
  await expect(sync(days.name, { ...options, now, onEvent })).rejects.toThrow("stopped");
  expect(await indexed(days)).toContain("name that never came");
  expect(await found()).toEqual(["first name", "second name"]);
  register.rows = named("first name", "third name", "fourth name");
  await sync(days.name, { ...options, anew: true });
  expect(await found()).toEqual(["first name", "fourth name", "third name"]);
  expect((await search(days.name, "never")).found).toEqual([]);

  await copyDay(days, register, named("first name"), lists);
  await prune(days.name, { keep: 1 });
  expect(await found()).toEqual(["first name"]);
  await copyDay(days, register, named("first name", "fifth name"), lists);
  await prune(days.name, { keep: 1 });
  expect(await found()).toEqual(["fifth name", "first name"]);
  expect((await indexed(days)).sort()).toEqual(["fifth name", "first name"]);
});

/** How well a name matches, as the documentation says; undefined if it does not. */
function rankOf(name: string, text: string): number | undefined {
  const ranks = forms(name).flatMap((has) =>
    forms(text).flatMap((form) => {
      const words = form.split(" ");
      const starts = (part: string): boolean => ` ${has}`.includes(` ${part}`);
      if (!words.every((word) => has.includes(word))) return [];
      if (has === form) return [0];
      if (has.startsWith(form)) return [1];
      if (starts(form)) return [2];
      if (has.includes(form)) return [3];
      return [words.every(starts) ? 4 : 5];
    }),
  );
  return ranks.length > 0 ? Math.min(...ranks) : undefined;
}

test("finds exactly the names that have the text in them, the best first", async () => {
  const syllable = fc.constantFrom("đur", "dju", "du", "ča", "ca", "d", "j", "ž", "-", " ", ".", "x1");
  const text = fc.array(syllable, { minLength: 1, maxLength: 5 }).map((parts) => parts.join(""));
  await using days = await newTarget();
  await fc.assert(
    fc.asyncProperty(
      fc.array(text, { maxLength: 12 }),
      fc.array(text, { minLength: 8, maxLength: 8 }),
      async (names, texts) => {
        const rows = {
          skracena_tvrtka: names.map((ime, index) => JSON.stringify({ mbs: index + 1, ime })),
          subjekt: names.map((_, index) =>
            JSON.stringify({ mbs: index + 1, datum_brisanja: index % 3 === 0 ? "2020-01-31T00:00:00" : undefined }),
          ),
        };
        await copyDay(days, register, withNames(rows), Object.keys(rows));
        for (const wanted of texts.filter((one) => forms(one).length > 0)) {
          const { found } = await search(days.name, wanted, { limit: 100 });
          const order = found.map(({ name, deleted }) => [rankOf(name, wanted), Number(deleted !== null)]);
          expect(order, wanted).toEqual([...order].sort(([a = 0, b = 0], [c = 0, d = 0]) => a - c || b - d));
          const expected = names.flatMap((name, index) => (rankOf(name, wanted) === undefined ? [] : [index + 1]));
          expect(
            found.map(({ mbs }) => Number(mbs)).sort((a, b) => a - b),
            wanted,
          ).toEqual(expected);
          const second = await search(days.name, wanted, { offset: 1, limit: 1 });
          const total = found.length;
          expect(second).toMatchObject({ found: found.slice(1, 2), more: total > 2, total });
        }
      },
    ),
    { numRuns: proofRuns("copies whose names are searched", randomRuns(40)) },
  );
});

test("the command prints a line a subject, marks those that are not deleted, and ends with 3 if there is none", async () => {
  const { code, output } = await runHere("search", target.name, "uzorak");
  expect(code).toBe(0);
  expect(output).toMatchInlineSnapshot(`
    "● 080000003  12345678903  Novi uzorak d.o.o. · insolvency procedure: postupak 1 · datum_stjecaja 2026-01-02
    ○ 080000002  12345678903  Stari uzorak d.d. · deleted 2020-01-31
    "
  `);
  expect((await runHere("search", target.name, "uzorak", "--limit", "1")).output).toContain(
    "There are 2. The next: --offset 1",
  );
  expect(await runHere("search", target.name, "uzorak", "--offset", "2")).toMatchObject({
    code: 3,
    errors: expect.stringContaining("There are 2 in all. Give a smaller --offset."),
  });
  expect(JSON.parse((await runHere("search", target.name, "cakovec", "--json")).output).found).toHaveLength(1);
  expect(await runHere("search", target.name, "nobody")).toMatchObject({ code: 3, output: "" });
  expect((await runHere("search", target.name, "...")).code).toBe(2);
});

const nameList = lists.find(({ name }) => name === "skracena_tvrtka");
const field = nameField(nameList?.columns ?? []) ?? "";

/** All that the index has of the list of short names, row by row. */
const indexedRows = ({ name }: Target): Promise<unknown[]> =>
  inTarget(name, (database) =>
    database.read(async (reading) => {
      const sql = `SELECT name_row, form FROM mirror_names WHERE list = ${numberOf("$1")} ORDER BY name_row, form`;
      return (await reading.all(sql, "skracena_tvrtka")).map(({ name_row, form }) => [Number(name_row), form]);
    }),
  );

/** Names as services send them, also such that no column holds. */
const sentName = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .array(fc.constantFrom("Đur", "sok", " ", "\0", "\ud83d", "\udd14", "😀", "-", "7"), { maxLength: 8 })
      .map((parts) => parts.join("")),
  },
  { weight: 1, arbitrary: fc.constantFrom(null, 7, 12.5, true, { naziv: "sok" }, ["sok"]) },
);

test("a name is found by any part of it, also one with characters that no column holds", async () => {
  await using days = await newTarget();
  await fc.assert(
    fc.asyncProperty(fc.array(sentName, { maxLength: 8 }), fc.nat(8), fc.nat(8), async (names, from, length) => {
      const rows = names.map((name, index) => `{"mbs":${index + 1},"${field}":${JSON.stringify(name)}}`);
      await copyDay(days, register, { skracena_tvrtka: rows }, ["skracena_tvrtka"]);
      for (const [at, name] of names.entries()) {
        const text = typeof name === "string" ? name : JSON.stringify(name);
        const part = [...text].slice(from, from + length).join("");
        if (name === null || forms(part).length === 0) continue;
        const { found } = await search(days.name, part, { limit: 100 });
        expect(found.filter(({ mbs }) => Number(mbs) === at + 1)).toMatchObject([{ name: text, shortName: text }]);
      }
    }),
    {
      numRuns: proofRuns("copies with names that no column holds", randomRuns(100)),
      // A small sample may have no name that can be searched.
      examples: [[["Đur\0sok", "sok\ud83d"], 0, 4]],
    },
  );
});

test("the index is the same, whether it grew day by day, was pruned, or is made again", async () => {
  await using days = await newTarget();
  for (let day = 0; day < 6; day++) {
    const names = Array.from({ length: 12 }, (_, index) => `Ime\0 ${index % 4 === 0 ? day : index} \ud83d${index % 3}`);
    await copyDay(days, register, {
      skracena_tvrtka: names.map((name, index) => `{"mbs":${index + 1},"${field}":${JSON.stringify(name)}}`),
    });
    if (day === 3) await prune(days.name, { keep: 2 });
    expect((await indexedRows(days)).length).toBeGreaterThanOrEqual(12);
    expect((await verify(days.name)).problems).toEqual([]);
  }
  const before = await indexedRows(days);
  await inTarget(days.name, (database) =>
    database.write((writing) => writing.run("UPDATE mirror_name_lists SET made_from = 'other rules'")),
  );
  await expect(search(days.name, "ime")).rejects.toMatchObject({ message: expect.stringContaining("Run sync once") });
  await copyDay(days, register, register.rows);
  expect(await indexedRows(days)).toEqual(before);
  expect((await search(days.name, "ime 5 2")).found.map(({ mbs }) => Number(mbs))).toEqual([6, 9]);
});

test("what is sent in place of a day or an OIB is shown as it is, and a subject with it counts as deleted", async () => {
  await using days = await newTarget();
  const names = { 1: "Sok jedan", 2: "Sok dva", 3: "Sok tri" };
  await copyDay(days, register, {
    skracena_tvrtka: Object.entries(names).map(([mbs, ime]) => `{"mbs":${mbs},"${field}":"${ime}"}`),
    subjekt: ['{"mbs":1,"datum_brisanja":"2020-01-31\\u0000"}', '{"mbs":2,"datum_brisanja":20200131}', '{"mbs":3}'],
  });
  const { found } = await search(days.name, "sok");
  expect(found.map(({ name, deleted }) => [name, deleted])).toEqual([
    ["Sok tri", null],
    ["Sok dva", "20200131"],
    ["Sok jedan", "2020-01-31\0"],
  ]);
  const { output } = await runHere("search", days.name, "jedan");
  expect(output).toContain("deleted 2020-01-31\\u0000");
});
