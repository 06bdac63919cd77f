import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { completed } from "../../test/support/data.ts";
import { cases, register } from "../contract/contract.ts";
import { DatabaseError, openDatabase } from "./database.ts";
import { LoadError } from "./load.ts";
import { readStates } from "./states.ts";
import { planTables } from "./tables.ts";
import { performWork } from "./work.ts";

const tables = planTables(register, cases);
let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "court-register-"));
});
afterEach(() => rmSync(directory, { recursive: true }));

test("a full disk ends the load with a clear error, and earlier data stays", async () => {
  const file = join(directory, "full.db");
  const database = openDatabase(file, tables, true);
  await performWork(database, tables, { kind: "load", request: { rows: 20, seed: 1 } }, {}, file);
  const { page_count: pages } = database.prepare("PRAGMA page_count").get() ?? {};
  // SQLite reports a file that may not grow like a full disk: SQLITE_FULL.
  database.exec(`PRAGMA max_page_count = ${Number(pages) + 80}`);
  const load = performWork(database, tables, { kind: "load", request: { rows: 5_000, seed: 2 } }, {}, file);
  await expect(load).rejects.toThrow(DatabaseError);
  await expect(load).rejects.toThrow(`The database ${file} cannot grow: the disk is full. Nothing was changed.`);
  expect(readStates(database).map(({ source }) => source)).toEqual(["generated, 20 subjects, seed 1"]);
  expect(database.prepare("SELECT count(*) AS n FROM s1_a_subjekt").get()).toEqual({ n: 20 });
  expect(database.prepare("SELECT count(*) AS n FROM sqlite_schema WHERE name LIKE 's2%'").get()).toEqual({ n: 0 });
  database.close();
});

test("a line that does not fit leaves no table behind, and the next load succeeds", async () => {
  const database = openDatabase(undefined, tables, true);
  const file = join(directory, "jezik.ndjson");
  const work = { kind: "load", request: { data: directory } } as const;
  const countTables = (): unknown =>
    database.prepare("SELECT count(*) AS n FROM sqlite_schema WHERE name LIKE 's1%'").get();
  const lines = (...ids: unknown[]): string =>
    ids.map((id) => `${completed("jezik", JSON.stringify({ id }))}\n`).join("");
  writeFileSync(file, lines(1, "two"));
  await expect(performWork(database, tables, work, {})).rejects.toThrow(LoadError);
  expect(countTables()).toEqual({ n: 0 });
  writeFileSync(file, lines(1, 2));
  await performWork(database, tables, work, {});
  expect(readStates(database).map(({ counts }) => counts.a_jezik)).toEqual([2]);
  database.close();
});

test("two processes cannot load into one file at once: the second one says so", async () => {
  const file = join(directory, "busy.db");
  const first = openDatabase(file, tables, true);
  const second = openDatabase(file, tables, true);
  // As opened, it waits: another process may publish a load at any time.
  expect(second.prepare("PRAGMA busy_timeout").get()).toEqual({ timeout: 5_000 });
  second.exec("PRAGMA busy_timeout = 0");
  first.exec("BEGIN IMMEDIATE");
  const load = performWork(second, tables, { kind: "load", request: { rows: 5, seed: 1 } }, {}, file);
  await expect(load).rejects.toThrow("is being written by another process");
  first.exec("ROLLBACK");
  await performWork(second, tables, { kind: "load", request: { rows: 5, seed: 1 } }, {}, file);
  expect(readStates(first)).toHaveLength(1);
  first.close();
  second.close();
});

test("dropped states leave no table behind", async () => {
  const database = openDatabase(undefined, tables, true);
  for (const seed of [1, 2]) {
    await performWork(database, tables, { kind: "load", request: { rows: 5, seed } }, {});
  }
  await performWork(database, tables, { kind: "drop", states: [1] }, {});
  expect(readStates(database).map(({ id }) => id)).toEqual([2]);
  expect(database.prepare("SELECT count(*) AS n FROM sqlite_schema WHERE name LIKE 's1%'").get()).toEqual({ n: 0 });
  database.close();
});
