/** What `changes` tells is exactly what makes the rows of one generation into those of another. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Change } from "../src/index.ts";
import { type ChangesOptions, changes, prune, sync } from "../src/index.ts";
import { canonical, parseWire, type WireObject } from "../src/wire/wire.ts";
import { proofRuns } from "./support/proofs.ts";
import { Register } from "./support/register.ts";
import { canonicalRows, newTarget, randomRuns, type Target } from "./support/target.ts";

/** Copies a register whose lists have these rows. */
async function copyDay(target: Target, register: Register, rows: Register["rows"]): Promise<void> {
  register.rows = rows;
  await sync(target.name, {
    baseUrl: register.url,
    subscriptionKey: register.key,
    fetch,
    lists: Object.keys(rows),
    acceptShrink: true,
  });
}

async function collected(target: Target, options: ChangesOptions = {}): Promise<Change[]> {
  const found: Change[] = [];
  const summary = await changes(target.name, { ...options, onChange: (change) => void found.push(change) });
  for (const kind of ["new", "gone", "changed"] as const)
    expect(summary.lists.reduce((sum, list) => sum + list[kind], 0)).toBe(
      found.filter((one) => one.change === kind).length,
    );
  return found;
}

/** A row as it was before its fields changed. */
function before(change: Extract<Change, { change: "changed" }>): WireObject {
  const old = Object.fromEntries(change.fields.map((one) => [one.field, one.old]));
  expect(change.fields.length).toBeGreaterThan(0);
  for (const { field, new: now } of change.fields) expect(canonical(change.row[field] ?? null)).toBe(canonical(now));
  return { ...change.row, ...old };
}

/** Applies changes to rows, which must have what goes. Rows are canonical texts. */
function applied(rows: readonly string[], found: readonly Change[]): string[] {
  const next = [...rows];
  const remove = (row: WireObject): void => {
    const at = next.indexOf(canonical(row));
    expect(at, `a row that ${canonical(row)} says was there`).toBeGreaterThanOrEqual(0);
    next.splice(at, 1);
  };
  for (const change of found) {
    if (change.change === "gone") remove(change.row);
    if (change.change === "changed") remove(before(change));
    if (change.change !== "gone") next.push(canonical(change.row));
  }
  return next.sort();
}

const fields = (given: Record<string, string>): string =>
  `{${Object.entries(given)
    .map(([name, value]) => `"${name}":${value}`)
    .join(",")}}`;

/** Rows of a list whose key is two fields, where it has one: some repeat it, some lack it, some are equal. */
const row = fc
  .record(
    {
      mbs: fc.constantFrom("60000001", "60000002", "60000003", '"text"'),
      djelatnost_rbr: fc.constantFrom("1", "2", "3"),
      djelatnost_tekst: fc.constantFrom('"a"', '"b"', '"č"'),
      nac_klas_djelatnosti: fc.constantFrom('{"id":1,"sifra":"01"}', '{"sifra":"01","id":1}', '{"id":2}'),
      unknown: fc.constantFrom("1", "1.0", "null"),
    },
    { requiredKeys: [] },
  )
  .map(fields);

/** Days that draw from few rows, so that rows stay, come back and are equal; on some days their keys are unique. */
const days = fc.array(row, { minLength: 1, maxLength: 6 }).chain((pool) => {
  const some = fc.array(fc.constantFrom(...pool), { maxLength: 9 });
  const unique = fc.uniqueArray(row, { maxLength: 9, selector: (text) => text.split('"djelatnost_tekst"')[0] });
  return fc.array(fc.oneof(some, unique), { minLength: 2, maxLength: 4 });
});

test("applied to the old rows, the changes give the new ones, whatever the span", async () => {
  await using register = await Register.start();
  await fc.assert(
    fc.asyncProperty(days, async (all) => {
      await using target = await newTarget();
      for (const day of all) await copyDay(target, register, { predmet_poslovanja: day });
      for (let from = 0; from < all.length; from++)
        for (let to = Math.max(from, 1); to <= all.length; to++) {
          const found = await collected(target, { since: from, until: to });
          const earlier = canonicalRows(all[from - 1] ?? []);
          expect(applied(earlier, found), `from ${from} to ${to}`).toEqual(canonicalRows(all[to - 1] ?? []));
          // No row both goes and comes.
          const texts = (kind: string): string[] =>
            found.filter((one) => one.change === kind).map((one) => canonical(one.row));
          expect(texts("new").filter((text) => texts("gone").includes(text))).toEqual([]);
        }
    }),
    { numRuns: proofRuns("sequences of days whose changes are applied", randomRuns(120)) },
  );
});

/** A subject of whom only the number is known. */
const subject = (mbs: number): object => ({
  mbs: String(mbs).padStart(9, "0"),
  oib: null,
  naziv: null,
  sjediste: null,
  zupanija: null,
  case: null,
  note: null,
});

test("rows are paired by the smallest fields that are unique in both generations, and stay new and gone where none are", async () => {
  await using register = await Register.start();
  await using target = await newTarget();
  const activity = (mbs: number, rbr: number, text: string): string =>
    fields({ mbs: String(mbs), djelatnost_rbr: String(rbr), djelatnost_tekst: JSON.stringify(text) });
  const procedure = (mbs: number, kind: number): string => fields({ mbs: String(mbs), postupak: String(kind) });
  const court = (id: number, name: string): string => fields({ id: String(id), naziv: JSON.stringify(name) });
  await copyDay(target, register, {
    predmet_poslovanja: [activity(1, 1, "a"), activity(1, 2, "b"), activity(2, 1, "c")],
    postupak: [procedure(1, 1), procedure(2, 1), procedure(2, 2)],
    sud: [court(1, "old"), court(2, "same")],
  });
  await copyDay(target, register, {
    predmet_poslovanja: [activity(1, 1, "a"), activity(1, 2, "B"), activity(2, 2, "c")],
    postupak: [procedure(1, 3), procedure(2, 1), procedure(2, 2)],
    sud: [court(1, "new"), court(2, "same")],
  });
  const found = await collected(target);
  const changed = (list: string, key: string[], field: string, old: unknown, now: unknown): unknown =>
    expect.objectContaining({ list, change: "changed", key, fields: [{ field, old, new: now }] });
  expect(found.filter(({ list }) => list === "predmet_poslovanja")).toEqual([
    changed("predmet_poslovanja", ["mbs", "djelatnost_rbr"], "djelatnost_tekst", "b", "B"),
    { list: "predmet_poslovanja", change: "gone", ...subject(2), row: parseWire(activity(2, 1, "c")) },
    { list: "predmet_poslovanja", change: "new", ...subject(2), row: parseWire(activity(2, 2, "c")) },
  ]);
  // A subject has two procedures, so that its number does not tell them apart.
  expect(
    found
      .filter(({ list }) => list === "postupak")
      .map(({ change }) => change)
      .sort(),
  ).toEqual(["gone", "new"]);
  expect(found.filter(({ list }) => list === "sud")).toEqual([changed("sud", ["id"], "naziv", "old", "new")]);

  expect((await collected(target, { lists: ["sud"] })).length).toBe(1);
  expect(new Set((await collected(target, { mbs: 2 })).map(({ list }) => list))).toEqual(
    new Set(["predmet_poslovanja"]),
  );
});

test("compares with a generation, a day or the time before the first, and says what is not kept", async () => {
  await using register = await Register.start();
  await using target = await newTarget();
  const day = (status: number): Register["rows"] => ({ subjekt: [fields({ mbs: "1", status: String(status) })] });
  for (const [index, time] of ["2026-01-01T05:00:00Z", "2026-01-02T05:00:00Z", "2026-01-03T05:00:00Z"].entries()) {
    register.rows = day(index);
    const now = (): number => Date.parse(time);
    await sync(target.name, { baseUrl: register.url, subscriptionKey: register.key, fetch, lists: ["subjekt"], now });
  }
  const spans = async (options: ChangesOptions): Promise<unknown> => {
    const { from, to } = await changes(target.name, options);
    return [from.generation, to.generation];
  };
  expect(await spans({})).toEqual([2, 3]);
  expect(await spans({ since: 1 })).toEqual([1, 3]);
  expect(await spans({ since: "1", until: 2 })).toEqual([1, 2]);
  expect(await spans({ since: "2026-01-03T05:00Z" })).toEqual([2, 3]);
  expect(await spans({ since: "2026-01-02T06:00:00+01:00" })).toEqual([1, 3]);
  expect(await spans({ since: "2027-01-01" })).toEqual([3, 3]);
  expect(await collected(target, { since: 0 })).toEqual([
    { list: "subjekt", change: "new", ...subject(1), row: { mbs: 1, status: 2 } },
  ]);

  const refused = (options: ChangesOptions): Promise<unknown> => changes(target.name, options).catch((error) => error);
  expect(await refused({ since: "2025-12-31" })).toMatchObject({
    kind: "usage",
    message: expect.stringMatching(/no copy from before 2025-12-31: the oldest is generation 1.*since: 1 .*since: 0,/),
  });
  for (const since of ["yesterday", "2026-02-31", "-1", ""])
    expect(await refused({ since })).toMatchObject({ kind: "usage", message: expect.stringContaining("neither") });
  expect(await refused({ since: 4 })).toMatchObject({ message: expect.stringContaining("no generation 4 yet") });
  expect(await refused({ since: 3, until: 2 })).toMatchObject({ message: expect.stringContaining("newer than") });
  expect(await refused({ lists: ["gfi"] })).toMatchObject({
    message: expect.stringContaining("does not have the list gfi"),
  });
  expect(await refused({ lists: ["what"] })).toMatchObject({ message: expect.stringContaining("no list what") });

  await prune(target.name, { keep: 1 });
  // What the oldest kept generation changed is still known.
  expect(await spans({})).toEqual([2, 3]);
  expect((await collected(target)).map(({ change }) => change)).toEqual(["changed"]);
  for (const since of [0, "1"])
    expect(await refused({ since })).toMatchObject({
      message: expect.stringContaining("not kept any more. Use since: 2,"),
    });
  expect(await refused({ since: "2025-12-31" })).toMatchObject({
    message: expect.stringMatching(/since: 3 .*since: 2, which shows also what that one changed/),
  });
});

test("a change names its subject: as the newer generation does, or as it was called last, with all digits", async () => {
  await using register = await Register.start();
  await using target = await newTarget();
  const oib = (mbs: number, number: number | string): string =>
    fields({ mbs: String(mbs), oib: JSON.stringify(number) });
  const name = (mbs: number, text: string): string => fields({ mbs: String(mbs), ime: JSON.stringify(text) });
  const status = (mbs: number, kind: number): string => fields({ mbs: String(mbs), postupak: String(kind) });
  await copyDay(target, register, {
    // The MBS of one is the OIB of another.
    subjekt: [oib(1, 1_234_567_896), oib(2, 12_345_678_903), oib(3, "01234567896"), oib(28, 7), oib(5, 28)],
    skracena_tvrtka: [name(1, "Stari"), name(2, "Ugašeni"), name(3, "pola \ud800")],
    postupak: [
      status(1, 1),
      status(2, 1),
      status(3, 1),
      status(4, 1),
      status(5, 1),
      status(28, 1),
      '{"mbs":"bez broja"}',
    ],
  });
  await copyDay(target, register, {
    subjekt: [oib(1, 1_234_567_896), oib(3, "01234567896")],
    skracena_tvrtka: [name(1, "Novi"), name(3, "pola \ud800")],
    postupak: [status(1, 2), status(3, 2), status(4, 2), status(5, 1), status(28, 1)],
  });
  // What a later generation says is not looked at.
  await copyDay(target, register, { subjekt: [oib(1, 5)], skracena_tvrtka: [name(1, "Treći")] });
  const named = async (since: number, until: number): Promise<unknown[]> =>
    (await collected(target, { since, until, lists: ["postupak"] }))
      .map(({ mbs, oib, naziv }) => [mbs, oib, naziv])
      .sort();
  expect(await named(1, 2)).toEqual([
    [null, null, null],
    ["000000001", "01234567896", "Novi"],
    ["000000002", "12345678903", "Ugašeni"],
    ["000000003", "01234567896", "pola \ud800"],
    ["000000004", null, null],
  ]);
  const asked = { since: 1, until: 2, subjects: ["1", "12345678903", "000000004", "69435151530"] };
  expect(new Set((await collected(target, asked)).map(({ mbs }) => mbs))).toEqual(
    new Set(["000000001", "000000002", "000000004"]),
  );
  expect((await changes(target.name, asked)).notFound).toEqual(["69435151530"]);
  const both = await collected(target, { since: 1, until: 2, subjects: ["28"] });
  expect(new Set(both.map(({ mbs }) => mbs))).toEqual(new Set(["000000005", "000000028"]));
  expect((await named(0, 1))[1]).toEqual(["000000001", "01234567896", "Stari"]);
});
