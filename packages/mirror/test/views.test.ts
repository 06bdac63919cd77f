/** The views are for other programs: these go on when the contract changes. */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sync, verify } from "../src/index.ts";
import { formatVersion } from "../src/store/upgrades.ts";
import { copyDay } from "./support/company.ts";
import { adopt, withEarlierViews, withoutColumn } from "./support/contract.ts";
import { Register } from "./support/register.ts";
import { inTarget, newTarget, sqliteTarget, type Target } from "./support/target.ts";

let register: Register;
beforeAll(async () => {
  register = await Register.start();
});
afterAll(() => register[Symbol.asyncDispose]());

const copied = ["subjekt", "sjediste"];
const rows: Register["rows"] = {
  subjekt: ['{"mbs":1,"oib":12345678903,"datum_osnivanja":"1990-10-31T00:00:00","novo":[1]}'],
  sjediste: ['{"mbs":1,"ulica":"Ogledna","kucni_broj":"5","novo":"x","drugo":1.50}', '{"mbs":2}'],
};

const run = ({ name }: Target, ...statements: string[]): Promise<void> =>
  inTarget(name, (database) =>
    database.write(async (writing) => {
      for (const statement of statements) await writing.run(statement);
    }),
  );

const read = ({ name }: Target, query: string): Promise<Record<string, unknown>[]> =>
  inTarget(name, (database) => database.read((reading) => reading.all(query)));

const isServer = ({ name }: Target): Promise<boolean> => inTarget(name, async ({ kind }) => kind === "postgresql");

/** The columns of a view, in its order. */
const columnsOf = async (target: Target, view: string): Promise<string[]> =>
  Object.keys((await read(target, `SELECT * FROM ${view}`))[0] ?? {});

/** Views of a user that rest on those of the mirror: one of them has all columns, and one rests on another. */
const dependants = [
  "CREATE VIEW my_seats AS SELECT * FROM sjediste",
  "CREATE VIEW my_streets AS SELECT s.mbs, s.ulica, c.datum_osnivanja FROM my_seats s LEFT JOIN company c ON CAST(c.mbs AS INTEGER) = s.mbs",
  "CREATE VIEW my_changes AS SELECT generation, mbs FROM sjediste_changes",
];
const streets = [
  { mbs: expect.anything(), ulica: "Ogledna", datum_osnivanja: "1990-10-31T00:00:00" },
  { mbs: expect.anything(), ulica: null, datum_osnivanja: null },
];

test("sync makes views again that somebody has dropped", async () => {
  await using target = await newTarget();
  await copyDay(target, register, rows, copied);
  const views = ["company", "sjediste", "sjediste_changes"];
  const before = await Promise.all(views.map((view) => read(target, `SELECT * FROM ${view}`)));
  await run(target, ...views.map((view) => `DROP VIEW ${view}`));
  expect((await verify(target.name)).problems).not.toEqual([]);
  await copyDay(target, register, rows, copied);
  expect((await verify(target.name)).problems).toEqual([]);
  expect(await Promise.all(views.map((view) => read(target, `SELECT * FROM ${view}`)))).toEqual(before);
});

/** How the tables and indexes of a list end in the format, as `format.test.ts` has written it down. Specs are refused by the same ends. */
const endsInFormat = (): string[] =>
  ["sqlite", "postgresql"].flatMap((kind) => {
    const file = new URL(`golden/format-${formatVersion}/tables.${kind}.sql`, import.meta.url);
    return [...readFileSync(file, "utf8").matchAll(/\b(?:popis|spis|subjekt)(_\w+)/g)].map(([, end = ""]) => end);
  });

test("all that a database has is called like a list, with an end that its format has, or begins with mirror_", async () => {
  await using target = await newTarget();
  const named = copied.concat("sud");
  for (const day of [1, 2])
    await copyDay(target, register, { ...rows, sud: ['{"id":1}'], sjediste: [`{"mbs":${day}}`] }, named);
  const query = (await isServer(target))
    ? "SELECT relname AS name FROM pg_class WHERE relnamespace = current_schema()::regnamespace"
    : "SELECT name FROM sqlite_schema";
  const names = (await read(target, query)).map(({ name }) => String(name));
  const ends = names
    .filter((name) => !/^(mirror|sqlite)_|^company$/.test(name))
    .map((name) => name.slice(named.find((list) => name.startsWith(list))?.length));
  expect(["", "_changes", ...endsInFormat()]).toEqual(expect.arrayContaining(ends));
  expect(ends).toEqual(expect.arrayContaining(["_first", "_lookup", "_id", "_oib_text"]));
});

test("a field that the contract gets is the last column, and views of users that rest on ours go on", async () => {
  await using target = await newTarget();
  await copyDay(target, register, rows, copied);
  await withoutColumn(target.name, "subjekt", "datum_osnivanja");
  await withoutColumn(target.name, "sjediste", "naziv_opcine");
  await run(target, ...dependants);
  const before = [await columnsOf(target, "sjediste"), await columnsOf(target, "sjediste_changes")];
  // The first sync of a version that knows them.
  await copyDay(target, register, rows, copied);
  expect(await columnsOf(target, "sjediste")).toEqual([...(before[0] ?? []), "naziv_opcine"]);
  await adopt(target.name, "sjediste", (columns) => [
    { name: "novo", type: "text" },
    ...columns,
    { name: "drugo", type: "decimal" },
  ]);
  const added = ["naziv_opcine", "novo", "drugo"];
  expect(await columnsOf(target, "sjediste")).toEqual([...(before[0] ?? []), ...added]);
  expect(await columnsOf(target, "sjediste_changes")).toEqual([...(before[1] ?? []), ...added]);
  expect(await read(target, "SELECT novo, drugo, kucni_broj, extra FROM sjediste ORDER BY mbs")).toMatchObject([
    { novo: "x", drugo: "1.50", extra: '{"kucni_broj":"5"}' },
    { novo: null, drugo: null, extra: null },
  ]);
  expect(await read(target, "SELECT * FROM my_streets ORDER BY mbs")).toEqual(streets);
  expect(await read(target, "SELECT * FROM my_changes")).toHaveLength(2);
  expect((await verify(target.name)).problems).toEqual([]);
  // A version that does not know them keeps them.
  const again = { sjediste: [...(rows.sjediste ?? []), '{"mbs":3,"novo":"y"}'], subjekt: rows.subjekt ?? [] };
  await copyDay(target, register, again, copied);
  expect(await read(target, "SELECT novo, extra FROM sjediste WHERE mbs = 3")).toEqual([{ novo: "y", extra: null }]);
  expect(await columnsOf(target, "sjediste")).toEqual([...(before[0] ?? []), ...added]);
  expect((await verify(target.name)).problems).toEqual([]);
});

test("views that an earlier version has made with other queries are no damage, and the next sync makes them anew", async () => {
  await using target = await newTarget();
  register.state = "of this day";
  await copyDay(target, register, rows, copied);
  const queries = (): Promise<unknown[]> => read(target, "SELECT name, query FROM mirror_views ORDER BY name");
  const before = await queries();
  await withEarlierViews(target.name, "sjediste");
  await run(target, ...dependants);
  expect(await queries()).not.toEqual(before);
  expect((await verify(target.name)).problems).toEqual([]);
  // Also of lists that it does not copy, and if there is nothing to copy.
  expect((await copyDay(target, register, rows, ["subjekt"])).upToDate).toBe(true);
  register.state = undefined;
  expect(await queries()).toEqual(before);
  expect(await read(target, "SELECT * FROM my_streets ORDER BY mbs")).toEqual(streets);
  expect((await verify(target.name)).problems).toEqual([]);
});

test("a view of a user that has lost what it rests on is no obstacle", async () => {
  await using target = await newTarget();
  await copyDay(target, register, rows, copied);
  // A server has no such views.
  if (!(await isServer(target))) await run(target, "CREATE VIEW broken AS SELECT * FROM missing_table");
  await run(target, ...dependants);
  await adopt(target.name, "sjediste", (columns) => [...columns, { name: "novo", type: "text" }]);
  const options = { baseUrl: register.url, subscriptionKey: register.key, fetch, lists: copied };
  expect(await sync(target.name, options)).toMatchObject({
    changes: [
      { new: 0, gone: 0 },
      { new: 0, gone: 0 },
    ],
  });
  expect((await verify(target.name)).problems).toEqual([]);
});

test("a field whose type changes: views go on in a file; on a server they are named, and nothing is changed", async () => {
  await using target = await newTarget();
  await copyDay(target, register, rows, copied);
  await run(target, ...dependants);
  const before = await read(target, "SELECT * FROM sjediste ORDER BY mbs");
  const retype = () =>
    adopt(target.name, "sjediste", (columns) =>
      columns.map((column) => (column.name === "kucni_broj" ? { ...column, type: "text" } : column)),
    );
  if (await isServer(target)) {
    await expect(retype()).rejects.toMatchObject({
      kind: "usage",
      message: expect.stringMatching(
        /view my_changes depends on view sjediste_changes; view my_seats depends .*my_streets depends .*Drop those, run the/,
      ),
    });
    expect(await read(target, "SELECT * FROM sjediste ORDER BY mbs")).toEqual(before);
    await run(target, "DROP VIEW my_streets", "DROP VIEW my_seats", "DROP VIEW my_changes");
    await retype();
    await run(target, ...dependants);
  } else await retype();
  expect(await read(target, "SELECT kucni_broj, extra FROM sjediste WHERE mbs = 1")).toEqual([
    { kucni_broj: "5", extra: '{"novo":"x","drugo":1.50}' },
  ]);
  expect(await read(target, "SELECT * FROM my_streets ORDER BY mbs")).toEqual(streets);
  expect((await verify(target.name)).problems).toEqual([]);
});

test("no view of a file has a word that DuckDB, which runs it or sends it back, reads otherwise", async () => {
  for (const lists of [copied, ["skracena_tvrtka", "pravni_oblik"]]) {
    await using target = sqliteTarget();
    await copyDay(target, register, rows, lists);
    const made = await read(target, "SELECT name, sql FROM sqlite_schema WHERE type = 'view'");
    expect(made).toHaveLength(2 * lists.length + 1);
    // That json_type is not null, and json_valid, say the same: pnpm check:engines.
    for (const { name, sql } of made)
      expect(String(sql), String(name)).not.toMatch(/\b(?:true|false|json_(?!valid|type)\w+)\b|->/i);
  }
});
