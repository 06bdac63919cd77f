import { type DisposableTempDir, mkdtempDisposableSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { completed } from "../../test/support/data.ts";
import { cases, register } from "../contract/contract.ts";
import { chooseRepresentation } from "../representation/representation.ts";
import { DatabaseError, openDatabase } from "./database.ts";
import { LoadError } from "./load.ts";
import { readStates } from "./states.ts";
import { Store } from "./store.ts";
import { planTables } from "./tables.ts";

const tables = planTables(register, cases);
const makeStore = (file?: string): Store => new Store({ tables, file, keepStates: 1 });

/** A folder that is removed at the end of the block. */
const makeFolder = (): DisposableTempDir => mkdtempDisposableSync(join(tmpdir(), "court-register-"));

/** The register numbers of the active subjects that a search finds in the newest state. */
async function findActive(
  store: Store,
  offset: number,
  limit: number,
  signal: AbortSignal = new AbortController().signal,
): Promise<number[]> {
  const [state] = store.states();
  const table = tables.register.get("subjekt");
  const representation = chooseRepresentation("application/json", true);
  if (!state || !table || !representation) throw new Error("there is nothing to search");
  const bytes = await store.findSubjects(
    state,
    { table, representation, expand: true },
    { before: "[", after: "]" },
    { name: undefined, activeOnly: true, filters: [], offset, limit },
    signal,
  );
  const rows: { mbs: number }[] = JSON.parse(new TextDecoder().decode(bytes));
  return rows.map(({ mbs }) => mbs);
}

test("concurrent loads run one after another", async () => {
  const store = makeStore();
  const states = await Promise.all([1, 2, 3].map((seed) => store.load({ rows: 5, seed })));
  expect(states.map(({ id }) => id)).toEqual([1, 2, 3]);
  expect(store.states().map(({ source }) => source)).toEqual(["generated, 5 subjects, seed 3"]);
  await store.close();
});

test("a file from before the contract grew is refused at startup, not when its rows are requested", async () => {
  using folder = makeFolder();
  const file = join(folder.path, "before.db");
  const rows = register.rows.map((row) =>
    row.name === "gfi" ? { ...row, fields: row.fields.filter(({ name }) => name !== "datum_do") } : row,
  );
  await new Store({ tables: planTables({ ...register, rows }, cases), file, keepStates: 1 }).close();
  expect(() => makeStore(file)).toThrow(
    `The database ${file} was written by another version of this server. Give --database a new`,
  );
});

test("a load into a file that was removed meanwhile fails, since its rows are not served", async () => {
  using folder = makeFolder();
  const file = join(folder.path, "removed.db");
  const store = makeStore(file);
  const { uuid } = await store.load({ rows: 5, seed: 1 });
  for (const name of [file, `${file}-wal`, `${file}-shm`]) rmSync(name);
  await expect(store.load({ rows: 5, seed: 2 })).rejects.toThrow(
    `The database ${file} is no longer the file that the server opened: the server continues with its earlier data.`,
  );
  expect(store.states().map((state) => state.uuid)).toEqual([uuid]);
  await store.close();
});

test("a state is kept while it is searched, whatever is loaded meanwhile", async () => {
  const store = makeStore();
  await store.load({ rows: 50, seed: 1 });
  const before = await findActive(store, 0, 10);
  let loaded: Promise<unknown> | undefined;
  const turns = {
    run: async <T>(slice: () => T): Promise<T> => {
      loaded ??= store.load({ rows: 50, seed: 2 });
      await loaded;
      return slice();
    },
  };
  Object.assign(store, { turns });
  expect(await findActive(store, 0, 10)).toEqual(before);
  expect(before).toHaveLength(10);
  await store.close();
});

test("pages of a search follow each other, however many slices of the register they take", async () => {
  using folder = makeFolder();
  const store = makeStore();
  try {
    const deleted = '"datum_brisanja":"2020-01-01T00:00:00Z"';
    const line = (mbs: number): string =>
      completed("subjekt", mbs % 100 === 7 ? `{"mbs":${mbs}}` : `{"mbs":${mbs},${deleted}}`);
    const lines = Array.from({ length: 25_000 }, (_, mbs) => line(mbs));
    writeFileSync(join(folder.path, "subjekt.ndjson"), lines.join("\n"));
    await store.load({ data: folder.path });
    const all = Array.from({ length: 250 }, (_, index) => 100 * index + 7);
    expect(await findActive(store, 0, 1_000)).toEqual(all);
    for (const [offset, limit] of [
      [0, 100],
      [90, 20],
      [150, 70],
      [240, 20],
      [250, 20],
    ] as const)
      expect(await findActive(store, offset, limit)).toEqual(all.slice(offset, offset + limit));
  } finally {
    await store.close();
  }
});

test("an aborted search ends", async () => {
  const store = makeStore();
  await store.load({ rows: 5, seed: 1 });
  const { queries } = store;
  await expect(findActive(store, 0, 10, AbortSignal.abort())).rejects.toThrow("aborted");
  expect(store.queries).toBe(queries);
  await store.close();
});

test("an error of the database is explained to readers, whether the query was prepared before or not", async () => {
  using folder = makeFolder();
  const file = join(folder.path, "register.db");
  const store = makeStore(file);
  const state = await store.load({ rows: 5, seed: 1 });
  const [asked, other] = [tables.register.get("jezik"), tables.register.get("drzava")];
  if (!asked || !other) throw new Error("the tables of this test are gone");
  expect(store.rows(state, asked)).not.toEqual([]);
  const foreign = openDatabase(file, tables, false);
  for (const { name } of [asked, other]) foreign.exec(`DROP TABLE s${state.id}_${name}`);
  foreign.close();
  for (const table of [asked, other]) expect(() => store.rows(state, table)).toThrow(DatabaseError);
  await store.close();
});

test("a database from before the contract demanded more of a value is refused", () => {
  using folder = makeFolder();
  const file = join(folder.path, "register.db");
  openDatabase(file, tables, false).close();
  const changed = (more: object): typeof tables =>
    planTables(
      {
        ...register,
        rows: register.rows.map((row) => ({ ...row, fields: row.fields.map((one) => ({ ...one, ...more })) })),
      },
      cases,
    );
  const another = "was written by another version of this server";
  for (const more of [{ required: true }, { bounds: [{ pattern: /a/, examples: [] }] }])
    expect(() => openDatabase(file, changed(more), false)).toThrow(another);
  expect(() => openDatabase(file, changed({}), false).close()).not.toThrow();
});

test("a state that is being removed is not offered to readers", async () => {
  using folder = makeFolder();
  const file = join(folder.path, "register.db");
  const store = makeStore(file);
  await store.load({ rows: 5, seed: 1 });
  const loading = store.load({ rows: 5, seed: 2 });
  while (
    store
      .states()
      .map(({ id }) => id)
      .join() !== "2"
  )
    await setImmediate();
  const looking = openDatabase(file, tables, false);
  expect(readStates(looking).map(({ id }) => id)).toEqual([2, 1]);
  await loading;
  expect(readStates(looking).map(({ id }) => id)).toEqual([2]);
  looking.close();
  await store.close();
});

test("a load does not fail if older data cannot be removed: the next load removes it", async () => {
  using folder = makeFolder();
  const file = join(folder.path, "register.db");
  const store = makeStore(file);
  await store.load({ rows: 5, seed: 1 });
  const other = openDatabase(file, tables, false);
  other.exec("CREATE TRIGGER busy BEFORE DELETE ON state BEGIN SELECT RAISE(ABORT, 'not now'); END");
  const notes: string[] = [];
  const { id } = await store.load({ rows: 5, seed: 2 }, { onNote: (note) => notes.push(note) });
  expect(id).toBe(2);
  expect(notes).toEqual([`Older data could not be removed yet: The database ${file} failed: not now.`]);
  expect(store.states().map((state) => state.id)).toEqual([2, 1]);
  other.exec("DROP TRIGGER busy");
  await store.load({ rows: 5, seed: 3 });
  expect(readStates(other).map((state) => state.id)).toEqual([3]);
  other.close();
  await store.close();
});

test("closing a store cancels loads into its file, running and waiting ones", async () => {
  using folder = makeFolder();
  const store = makeStore(join(folder.path, "register.db"));
  let progress = 0;
  const first = store.load(
    { rows: 50_000, seed: 1 },
    {
      onProgress: ({ share }) => {
        progress = share;
      },
    },
  );
  const second = store.load({ rows: 5, seed: 2 });
  const ended = Promise.allSettled([first, second]);
  while (progress === 0) await setImmediate();
  await store.close();
  for (const outcome of await ended)
    expect(outcome).toMatchObject({ status: "rejected", reason: expect.any(LoadError) });
});

test("closing a store in memory lets its load finish first", async () => {
  const store = makeStore();
  const loading = store.load({ rows: 5, seed: 1 });
  await store.close();
  expect((await loading).id).toBe(1);
});

test("the first cases are examples, those with rows in every list before the others", async () => {
  using folder = makeFolder();
  const lists = [...tables.children.keys()].map((name) => `"${name}":[{}]`).join(",");
  const line = (id: number): string =>
    completed(
      "predmet",
      `{"id":${id},"oznakaBroj":"P-${id}/2020","sudId":1${id === 3 || id === 6 ? `,${lists}` : ""}}`,
    );
  writeFileSync(join(folder.path, "predmet.ndjson"), [1, 2, 3, 4, 5, 6].map(line).join("\n"));
  const store = makeStore();
  const { exampleCases } = await store.load({ data: folder.path });
  expect(exampleCases.map(({ oznakaBroj }) => oznakaBroj)).toEqual([3, 1, 2, 4, 5].map((id) => `P-${id}/2020`));
  await store.close();
});
