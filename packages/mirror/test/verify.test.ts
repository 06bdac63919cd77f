/** `verify` sees every change of what answers rest on, whoever made it. */
import { copyFileSync, rmSync } from "node:fs";
import { DatabaseSync, type SQLOutputValue } from "node:sqlite";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { follow, MirrorError, prune, sync, verify } from "../src/index.ts";
import { proofCases, proofRuns } from "./support/proofs.ts";
import { Register } from "./support/register.ts";
import { canonicalRows, rowsInView, sqliteTarget, type Target } from "./support/target.ts";

/** Lists with names, amounts, objects and values that no column can hold. */
const lists = ["skracena_tvrtka", "temeljni_kapital", "postupak", "jezik"];

const days: readonly Record<string, readonly string[]>[] = [
  {
    skracena_tvrtka: [1, 2, 3, 4].map((mbs) => `{"mbs":${mbs},"ime":"Uzorak ${mbs} d.o.o."}`),
    temeljni_kapital: [
      '{"mbs":1,"iznos":20000.00,"valuta_id":1,"valuta":{"sifra":978}}',
      '{"mbs":7.0,"iznos":2654.46}',
      '{"mbs":3,"iznos":"n/a","novo":[{},1.50]}',
    ],
    postupak: ['{"mbs":1,"postupak":1}', '{"mbs":1,"postupak":1}', '{"mbs":2,"postupak":3}'],
    jezik: ['{"id":1,"naziv":"hrvatski"}', '{"id":2,"naziv":"engleski"}'],
  },
  {
    skracena_tvrtka: [2, 3, 5].map((mbs) => `{"mbs":${mbs},"ime":"Uzorak ${mbs} d.o.o."}`),
    postupak: ['{"mbs":1,"postupak":1}', '{"mbs":3,"postupak":3}'],
  },
  {
    skracena_tvrtka: [2, 3, 1, 6].map((mbs) => `{"mbs":${mbs},"ime":"Uzorak ${mbs} d.o.o."}`),
    jezik: ['{"id":1,"naziv":"hrvatski"}', '{"id":3,"naziv":"talijanski"}'],
  },
];

/** Tables that no answer rests on: who writes, and what is only there while a copy is made. */
const isPassing = (table: string): boolean =>
  // SQLite lets nobody change those of an index.
  /^mirror_(hold|progress|names_index.*)$|_(seen|lookup)$|^sqlite_/.test(table);

/** Another value of the same kind. */
function changed(value: SQLOutputValue): SQLOutputValue {
  if (value === null) return 1;
  if (typeof value === "bigint" || typeof value === "number") return Number(value) + 1_000;
  if (typeof value === "string")
    return /^[0-9a-f]{32,}$/.test(value) ? value.replace(/./, (one) => (one === "0" ? "1" : "0")) : `${value}x`;
  return Uint8Array.from(value, (byte, index) => (index === 0 ? byte ^ 1 : byte));
}

/** Opens a file as any program may. */
function alter(file: string, work: (database: DatabaseSync) => void): void {
  const database = new DatabaseSync(file);
  try {
    database.exec("PRAGMA synchronous = OFF");
    work(database);
  } finally {
    database.close();
  }
}

let whole: Target;

beforeAll(async () => {
  whole = sqliteTarget();
  await using register = await Register.start();
  for (const [index, day] of days.entries()) {
    register.rows = { ...days[0], ...register.rows, ...day };
    register.state = `state-${index}`;
    const options = { baseUrl: register.url, subscriptionKey: register.key, acceptShrink: true, fetch };
    await sync(whole.name, { ...options, lists: index === 1 ? lists.slice(0, 3) : lists });
  }
  await follow(whole.name, ["P-1/2020@3", "Ovr-2/2020@7"]);
});

afterAll(() => whole[Symbol.asyncDispose]());

/** Something that a program may do to a file, and what is said of it if nobody notices. */
interface Alteration {
  what: string;
  work: (database: DatabaseSync) => void;
}

/** Duplicates a file, and alters the duplicate. It is in the place of the one before: there are hundreds of them. @returns its path. */
function altered(file: string, work: (database: DatabaseSync) => void): string {
  const duplicate = `${file}.altered`;
  for (const end of ["-wal", "-shm"]) rmSync(duplicate + end, { force: true });
  copyFileSync(file, duplicate);
  alter(duplicate, work);
  return duplicate;
}

/** Whether `verify` says that something is wrong with a duplicate of the file that was altered. */
const isSeen = (work: (database: DatabaseSync) => void): Promise<boolean> =>
  verify(altered(whole.name, work)).then(
    ({ problems }) => problems.length > 0,
    () => true,
  );

/** Of some alterations, those that `verify` does not see. */
async function unseenOf(alterations: readonly Alteration[]): Promise<string[]> {
  const unseen: string[] = [];
  for (const { what, work } of alterations) if (!(await isSeen(work))) unseen.push(what);
  return unseen;
}

test("a copy that nobody has altered is sound, pruned or not", async () => {
  expect((await verify(whole.name)).problems).toEqual([]);
  for (const keep of [2, 1]) {
    await using target = sqliteTarget();
    copyFileSync(whole.name, target.name);
    await prune(target.name, { keep });
    expect((await verify(target.name)).problems).toEqual([]);
  }
});

const tables = (): string[] => {
  const found: string[] = [];
  alter(whole.name, (database) => {
    const rows = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").all();
    found.push(...rows.map(({ name }) => String(name)).filter((name) => !isPassing(name)));
  });
  return found;
};

test("one value that is changed, in any row of any table, is seen", async () => {
  const alterations: Alteration[] = [];
  for (const table of tables()) {
    let columns: string[] = [];
    let rows: Record<string, SQLOutputValue>[] = [];
    alter(whole.name, (database) => {
      const statement = database.prepare(`SELECT rowid AS _rowid, * FROM "${table}" ORDER BY rowid`);
      rows = statement.all();
      columns = statement
        .columns()
        .map(({ name }) => name)
        .slice(1);
    });
    for (const column of columns)
      for (const row of rows.length > 6 ? [...rows.slice(0, 3), ...rows.slice(-3)] : rows)
        alterations.push({
          what: `${table}.${column} of ${JSON.stringify(row)}`,
          work: (database) => {
            database
              .prepare(`UPDATE "${table}" SET "${column}" = ? WHERE rowid = ?`)
              .run(changed(row[column] ?? null), Number(row._rowid));
          },
        });
  }
  expect(alterations.length).toBeGreaterThan(200);
  expect(await unseenOf(proofCases("changed values", alterations))).toEqual([]);
});

/** Whatever a file can hold in the place of a value. */
const anything: fc.Arbitrary<SQLOutputValue> = fc.oneof(
  fc.constant(null),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  fc.double({ noNaN: true }),
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.constantFrom("", "{", "not JSON", "null", "1", '"x"', "[1]", '{"mbs":1}', '{"mbs":', '{"iznos":1e999}', "1e5000"),
  fc.constantFrom('{"__proto__":{"a":1}}', '{"novo":null}', "\ud800", "0x1f", "-", "9".repeat(400)),
  fc.json({ maxDepth: 2 }),
  fc.uint8Array({ maxLength: 20 }),
);

test("whatever is put in the place of a value, verify ends, and names the row", async () => {
  const quotedIn = (database: DatabaseSync, table: string, column: string, row: number): unknown =>
    database.prepare(`SELECT quote("${column}") AS value FROM "${table}" WHERE rowid = ?`).get(row)?.value;
  const places: { table: string; column: string; row: number; value: unknown }[] = [];
  for (const table of tables())
    alter(whole.name, (database) => {
      for (const { _rowid, ...values } of database
        .prepare(`SELECT rowid AS _rowid, * FROM "${table}" ORDER BY rowid LIMIT 4`)
        .all())
        for (const column of Object.keys(values)) {
          const [row, value] = [Number(_rowid), quotedIn(database, table, column, Number(_rowid))];
          if (column !== "_row") places.push({ table, column, row, value });
        }
    });
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...places), anything, async ({ table, column, row, value }, other) => {
      let isChanged = false;
      const file = altered(whole.name, (database) => {
        try {
          database.prepare(`UPDATE "${table}" SET "${column}" = ? WHERE rowid = ?`).run(other, row);
        } catch {
          // The table does not take it.
        }
        isChanged = quotedIn(database, table, column, row) !== value;
      });
      const found = await verify(file).then(
        ({ problems }) => problems.map(({ message }) => message).join("\n"),
        (error: unknown) => {
          // Without what says whose copy it is, or what its columns are, nothing can be read.
          if (error instanceof MirrorError && /^mirror_(format|columns)$/.test(table)) return error.message;
          throw error;
        },
      );
      if (!isChanged) expect(found).toBe("");
      // A row that came or went in another generation is seen by the counts and sums of all rows.
      else if (column === "_first" || column === "_gone") expect(found).not.toBe("");
      else if (table.endsWith("_rows")) expect(found).toMatch(new RegExp(`\\brow ${row}\\b`));
    }),
    { numRuns: proofRuns("values of any kind", 1_000) },
  );
});

test("a row that is removed from any table is seen, and so are all of them", async () => {
  const alterations: Alteration[] = [];
  for (const table of tables()) {
    alterations.push({ what: table, work: (database) => database.exec(`DELETE FROM "${table}"`) });
    let numbers: number[] = [];
    alter(whole.name, (database) => {
      numbers = database
        .prepare(`SELECT rowid AS number FROM "${table}"`)
        .all()
        .map(({ number }) => Number(number));
    });
    for (const number of numbers)
      alterations.push({
        what: `row ${number} of ${table}`,
        work: (database) => database.exec(`DELETE FROM "${table}" WHERE rowid = ${number}`),
      });
  }
  expect(await unseenOf(proofCases("removed rows", alterations))).toEqual([]);
});

describe("two rows that change places in one column", () => {
  test.each(["_first", "_gone", "_hash", "mbs", "ime", "extra"])("%s", async (column) => {
    const unseen: string[] = [];
    for (const table of ["skracena_tvrtka_rows", "postupak_rows", "temeljni_kapital_rows"]) {
      let pairs: [Record<string, SQLOutputValue>, Record<string, SQLOutputValue>][] = [];
      alter(whole.name, (database) => {
        if (!database.prepare(`SELECT 1 FROM pragma_table_info('${table}') WHERE name = '${column}'`).get()) return;
        const rows = database.prepare(`SELECT * FROM "${table}"`).all();
        pairs = rows.flatMap((one, index) =>
          rows.slice(index + 1).map((other) => [one, other] as [typeof one, typeof other]),
        );
      });
      // Equal rows that change places are the same rows.
      const differ = ([one, other]: (typeof pairs)[number], name: string): boolean =>
        String(one[name]) !== String(other[name]);
      for (const [one, other] of pairs.filter(
        (pair) => differ(pair, column) && (column === "_hash" || differ(pair, "_hash")),
      )) {
        const seen = await isSeen((database) => {
          const set = database.prepare(`UPDATE "${table}" SET "${column}" = ? WHERE _row = ?`);
          set.run(other[column] ?? null, one._row ?? null);
          set.run(one[column] ?? null, other._row ?? null);
        });
        if (!seen) unseen.push(`${table}: ${JSON.stringify([one, other])}`);
      }
    }
    expect(unseen).toEqual([]);
  });
});

const otherView = "SELECT 1 AS mbs FROM postupak_rows WHERE _first <= 3 AND (_gone IS NULL OR _gone > 3)";

test.each([
  [
    "a generation that never was",
    "INSERT INTO mirror_generations SELECT 9, service, state, proof, started, completed, before, kept, seal, former, aliases FROM mirror_generations WHERE generation = 3",
  ],
  [
    "the newest generation",
    "DELETE FROM mirror_generations WHERE generation = 3; DELETE FROM mirror_counts WHERE generation = 3",
  ],
  [
    "the newest generation and all it did",
    "DELETE FROM mirror_generations WHERE generation = 3; DELETE FROM mirror_counts WHERE generation = 3; DELETE FROM skracena_tvrtka_rows WHERE _first = 3; UPDATE skracena_tvrtka_rows SET _gone = NULL WHERE _gone = 3; DELETE FROM jezik_rows WHERE _first = 3; UPDATE jezik_rows SET _gone = NULL WHERE _gone = 3",
  ],
  [
    "a view that leaves rows out",
    "DROP VIEW postupak; CREATE VIEW postupak AS SELECT * FROM postupak_rows WHERE mbs = 3",
  ],
  [
    "a view that shows something else, and is recorded so",
    [
      "DROP VIEW postupak",
      `CREATE VIEW "postupak" AS ${otherView}`,
      `UPDATE mirror_views SET query = '${otherView}' WHERE name = 'postupak'`,
    ].join(";"),
  ],
  ["an index of names that is empty", "INSERT INTO mirror_names_index (mirror_names_index) VALUES ('delete-all')"],
  [
    "a row twice",
    "INSERT INTO jezik_rows SELECT 99, _hash, _first, _gone, id, sifra, naziv, extra FROM jezik_rows WHERE _row = 1",
  ],
])("%s is seen", async (_, sql) => {
  expect(await isSeen((database) => database.exec(sql))).toBe(true);
});

describe("a copy that is altered while it is unfinished", () => {
  const list = "skracena_tvrtka";
  const row = (mbs: number): string => `{"mbs":${mbs},"ime":"Uzorak ${mbs}"}`;
  const numbers = (from: number, to: number): number[] =>
    Array.from({ length: to - from + 1 }, (_, index) => from + index);
  // The second day has rows in other places, new ones between, and one less.
  const second = [...numbers(1, 3), ...numbers(21, 25), ...numbers(5, 20)].map(row);

  /** A copy that was stopped on the second day, after some pages or after the list. */
  async function stopped(register: Register, target: string, after: number): Promise<void> {
    const options = { baseUrl: register.url, subscriptionKey: register.key, lists: [list, "jezik"], fetch };
    register.cap = 5;
    register.rows = { [list]: numbers(1, 20).map(row), jezik: ['{"id":1}'] };
    register.state = "first-day";
    await sync(target, options);
    register.rows = { [list]: second, jezik: ['{"id":2}'] };
    register.state = "second-day";
    register.intercept = ({ list: asked, offset = 0, response }) => {
      if (asked === list ? offset < after : after < 99) return false;
      response.writeHead(403, {}).end("{}");
      return true;
    };
    await expect(sync(target, options)).rejects.toMatchObject({ kind: "refused" });
    register.intercept = undefined;
  }

  test.each([10, 99])("is the copy that was meant once it is complete, stopped at %i", async (after) => {
    await using register = await Register.start();
    await using unaltered = sqliteTarget();
    await stopped(register, unaltered.name, after);
    const alterations: Alteration[] = [];
    const tablesHere = ["mirror_progress", `${list}_seen`, `${list}_lookup`, "mirror_generations", `${list}_rows`];
    for (const table of tablesHere) {
      let rows: Record<string, SQLOutputValue>[] = [];
      alter(unaltered.name, (database) => {
        const condition = { mirror_generations: "completed IS NULL", [`${list}_rows`]: "_first = 2" }[table] ?? "1";
        const rowid = table.endsWith("lookup") ? "_row" : "rowid";
        rows = database.prepare(`SELECT ${rowid} AS _rowid, * FROM "${table}" WHERE ${condition}`).all();
      });
      const key = table.endsWith("lookup") ? "_row" : "rowid";
      for (const one of rows.slice(0, 4)) {
        alterations.push({
          what: `a row of ${table} less`,
          work: (database) => database.exec(`DELETE FROM "${table}" WHERE ${key} = ${one._rowid}`),
        });
        for (const [column, value] of Object.entries(one).slice(1)) {
          // One that is said to be complete is refused: its seal is not there.
          if (table === "mirror_generations" && ["kept", "completed"].includes(column)) continue;
          alterations.push({
            what: `${table}.${column} of ${JSON.stringify(one)}`,
            work: (database) => {
              const set = database.prepare(`UPDATE OR REPLACE "${table}" SET "${column}" = ? WHERE ${key} = ?`);
              set.run(changed(value), Number(one._rowid));
            },
          });
        }
      }
    }
    expect(alterations.length).toBeGreaterThan(20);
    for (const { what, work } of proofCases("alterations of an unfinished copy", alterations)) {
      const target = altered(unaltered.name, work);
      await sync(target, { baseUrl: register.url, subscriptionKey: register.key, lists: [list, "jezik"], fetch });
      expect(await rowsInView(target, list), what).toEqual(canonicalRows(second));
      expect((await verify(target)).problems, what).toEqual([]);
    }
  });
});
