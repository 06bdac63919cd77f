/** Targets that tests copy into, and what is in them. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { lists } from "../../src/generated/lists.ts";
import type { Database } from "../../src/store/database.ts";
import { openDatabase } from "../../src/store/open.ts";
import { quoted, tablesOf } from "../../src/store/schema.ts";
import { rowReader } from "../../src/wire/columns.ts";
import { canonical, parseWire } from "../../src/wire/wire.ts";
import { emptyDatabase } from "./postgres-target.ts";

/** A place for a copy, which is removed at the end. */
export interface Target extends AsyncDisposable {
  /** As commands take it. */
  readonly name: string;
}

/** A new target: a database of the server that `pnpm check:postgres` has started, else a file. */
export async function newTarget(): Promise<Target> {
  const server = process.env.COURT_REGISTER_TEST_POSTGRES;
  return server ? await emptyDatabase(server) : sqliteTarget();
}

/** How often a property is tried: fewer times on a server, where each takes several times as long. */
export const randomRuns = (inFile: number): number =>
  process.env.COURT_REGISTER_TEST_POSTGRES ? Math.ceil(inFile / 5) : inFile;

/** A file of SQLite in a folder of its own. */
export function sqliteTarget(): Target {
  const folder = mkdtempSync(join(tmpdir(), "mirror-"));
  return {
    name: join(folder, "register.sqlite"),
    async [Symbol.asyncDispose]() {
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Opens a target to look into it. */
export async function inTarget<T>(target: string, look: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase(target, "write");
  try {
    return await look(database);
  } finally {
    await database.close();
  }
}

/** The canonical forms of texts of rows, sorted: equal rows are there as often as they are given. */
export const canonicalRows = (rows: readonly string[]): string[] => rows.map((row) => canonical(parseWire(row))).sort();

/** The rows of a list in a generation, as `canonicalRows`. */
export function rowsIn(target: string, list: string, generation: number): Promise<string[]> {
  const { columns } = lists.find(({ name }) => name === list) ?? { columns: [] };
  const read = rowReader(columns);
  return inTarget(target, async (database) => {
    const rows = await database.read((reading) =>
      reading.all(
        `SELECT * FROM ${quoted(tablesOf(list).rows)} WHERE _first <= $1 AND (_gone IS NULL OR _gone > $1)`,
        generation,
      ),
    );
    return rows.map((row) => canonical(read(row))).sort();
  });
}

/** The rows of some lists in each of the first generations, as `canonicalRows`. */
export function rowsInAll(
  target: string,
  names: readonly string[],
  generations: number,
): Promise<Record<string, string[]>[]> {
  return inTarget(target, (database) =>
    database.read(async (reading) => {
      const all: Record<string, string[]>[] = Array.from({ length: generations }, () => ({}));
      for (const name of names) {
        const read = rowReader(lists.find((list) => list.name === name)?.columns ?? []);
        const rows = await reading.all(`SELECT * FROM ${quoted(tablesOf(name).rows)}`);
        for (const [index, one] of all.entries())
          one[name] = rows
            .filter(({ _first, _gone }) => Number(_first) <= index + 1 && (_gone == null || Number(_gone) > index + 1))
            .map((row) => canonical(read(row)))
            .sort();
      }
      return all;
    }),
  );
}

/** The rows that readers see in a view, as `canonicalRows`. */
export const rowsInView = async (target: string, list: string): Promise<string[]> =>
  (await rowsInViews(target, [list]))[list] ?? [];

/** The rows that readers see in some views at one moment, as `canonicalRows`. */
export function rowsInViews(target: string, names: readonly string[]): Promise<Record<string, string[]>> {
  return inTarget(target, (database) =>
    database.read(async (reading) => {
      const views: Record<string, string[]> = {};
      for (const name of names) {
        const read = rowReader(lists.find((list) => list.name === name)?.columns ?? []);
        const rows = await reading.all(`SELECT * FROM ${quoted(name)}`);
        views[name] = rows.map((row) => canonical(read(row))).sort();
      }
      return views;
    }),
  );
}

/** A folder to export to, which is removed at the end. */
export function exportFolder(): Target {
  const folder = mkdtempSync(join(tmpdir(), "mirror-export-"));
  return {
    name: folder,
    async [Symbol.asyncDispose]() {
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
