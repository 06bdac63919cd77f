/**
 * What a format is: tables, hashes, seals, folded names, written down for each in `test/golden`. A change of it cannot pass unnoticed: it
 * needs another number, and a step from the format of before (`store/upgrades.ts`).
 */
import { expect, test } from "vitest";
import { foldVersion, forms, trigramNumbers, trigrams } from "../src/search/fold.ts";
import { completeNames, nameField } from "../src/search/names.ts";
import type { Database } from "../src/store/database.ts";
import { adoptContract, adoptViews, openCopy } from "../src/store/format.ts";
import { publishGeneration, sealCopy, sealRule, sumText, weigh } from "../src/store/generations.ts";
import { Lease } from "../src/store/lease.ts";
import { openDatabase } from "../src/store/open.ts";
import { createIndexes, makeView, recordColumns } from "../src/store/schema.ts";
import { formatVersion } from "../src/store/upgrades.ts";
import { beginning, progressSeal } from "../src/sync/copy/progress.ts";
import { rowStorer } from "../src/wire/columns.ts";
import { hashRow } from "../src/wire/hash.ts";
import type { Column, ColumnType, List } from "../src/wire/list.ts";
import { parseWire, type WireObject } from "../src/wire/wire.ts";
import { databaseKind, goldenFile } from "./support/golden.ts";
import { tablesOf } from "./support/postgres-dump.ts";
import { newTarget } from "./support/target.ts";

const types: readonly ColumnType[] = ["integer", "decimal", "text", "boolean", "json"];

/** Lists that have columns of every type and every index, whatever the contract has. */
const lists: readonly List[] = [
  {
    name: "popis",
    columns: [...types.map((type): Column => ({ name: `polje_${type}`, type })), { name: "id", type: "integer" }],
  },
  { name: "spis", columns: [{ name: "asked_mark", type: "text" }] },
  {
    name: "subjekt",
    columns: [
      { name: "mbs", type: "integer" },
      { name: "oib", type: "integer" },
    ],
  },
].map((list) => ({ of: "register", about: "", ...list }) as List);

/** Compares with what is written down. */
function expectSame(name: string, made: string): void {
  const known = goldenFile(name, () => made);
  expect(
    made,
    `This is not format ${formatVersion} any more. If that was released, add a step to store/upgrades.ts; if not, remove test/golden/format-${formatVersion}.`,
  ).toBe(known);
}

/** The columns of a view, in its order. */
const columnsOf = (database: Database, view: string): Promise<string[]> =>
  database.read(async (reading) => {
    const query =
      database.kind === "postgresql"
        ? "SELECT attname AS name FROM pg_attribute WHERE attrelid = to_regclass($1) AND attnum > 0 ORDER BY attnum"
        : "SELECT name FROM pragma_table_info($1)";
    return (await reading.all(query, view)).map(({ name }) => String(name));
  });

test("the tables, indexes and columns of views of a copy are those of its format", async () => {
  await using target = await newTarget();
  const database = await openDatabase(target.name, "create");
  await openCopy(database, target.name, "create");
  {
    await using lease = await Lease.take(database, target.name, Date.now);
    await adoptContract(lease, lists);
    const tables = await database.tables();
    await lease.write(async (writing) => {
      for (const list of lists) await createIndexes(writing, database.dialect, list);
      await completeNames(writing, database.kind);
      const counts = ["generation", "list", "row_count", "new_count", "gone_count", "misfit_count"];
      const sums = ["content_sum", "rows_sum", "gone_sum"];
      await writing.insert("mirror_counts", [...counts, ...sums, "kept"], [[1, "subjekt", 0, 0, 0, 0, "", "", "", 1]]);
      // Has subjects found by the texts of their numbers.
      await adoptViews(writing, database.kind, tables);
    });
  }
  const statements =
    database.kind === "postgresql"
      ? await tablesOf(target.name)
      : await database
          .read((reading) =>
            reading.all(
              "SELECT sql FROM sqlite_schema WHERE type <> 'view' AND name NOT LIKE 'mirror_names_index_%' AND sql IS NOT NULL ORDER BY name",
            ),
          )
          .then((rows) => rows.map(({ sql }) => String(sql)));
  const views: Record<string, string[]> = {};
  for (const view of ["popis", "popis_changes", "spis", "spis_changes", "company"])
    views[view] = await columnsOf(database, view);
  await database.close();
  // Programs of users rest on them: new ones come last.
  const known: typeof views = JSON.parse(goldenFile("columns.json", () => `${JSON.stringify(views, undefined, 1)}\n`));
  for (const [view, columns] of Object.entries(known)) expect(views[view]?.slice(0, columns.length)).toEqual(columns);
  expectSame(`tables.${databaseKind}.sql`, statements.map((statement) => `${statement};\n`).join(""));
});

const row = (text: string): WireObject => parseWire(text) as WireObject;

/** Rows whose hashes and columns are written down. */
const rows = [
  "{}",
  '{"polje_integer":9007199254740993,"polje_decimal":1.10,"polje_text":"Đ\\u0065","polje_boolean":true,"polje_json":{"b":[1,null],"a":-0.0}}',
  '{"polje_json":[],"polje_boolean":null,"polje_text":"","polje_decimal":12345678901234567890.5,"polje_integer":-1}',
  '{"polje_integer":"080000001","polje_decimal":1E2,"polje_text":5,"polje_boolean":"true","polje_json":"{}"}',
  '{"polje_integer":1.0,"polje_decimal":"1","polje_text":"\\ud800","novo":{"z":1,"a":2},"id":9223372036854775808}',
  '{"polje_integer":"0000000000000000019","id":"00000000000000000019","polje_decimal":1E401,"polje_boolean":0}',
  '{"__proto__":1,"polje_text":"a\\u0000b"}',
];

const names = [
  "ĐURĐEVAČKI PRIMJER d.o.o.",
  "Djurdjevac",
  "Straße & Œuvre",
  "ﬁ ① Ⅷ",
  "Čć'Šž´",
  "Ægir 1.000",
  "łø ς Σ",
  "日本 株式",
];

/** A seal over everything that one covers. */
async function sealsOfAll(): Promise<unknown> {
  await using target = await newTarget();
  const database = await openDatabase(target.name, "create");
  await openCopy(database, target.name, "create");
  try {
    return await database.write(async (writing) => {
      await writing.run("UPDATE mirror_format SET copy_id = 'the copy'");
      await recordColumns(writing, { name: "popis", columns: [{ name: "polje", type: "text", position: 1 }] });
      await makeView(writing, database.kind, "popis", "SELECT 1 AS one");
      await writing.insert(
        "mirror_followed",
        ["mark", "court", "since", "asked", "problem", "note"],
        [["P-1/2025", 3, "then", 1, "why", "noted"]],
      );
      for (const generation of [1, 2]) {
        await writing.run(
          "INSERT INTO mirror_generations (generation, service, state, started, before, kept, former, aliases) VALUES ($1, 's', 'x', 'then', 0, 1, 'one two', 'three')",
          generation,
        );
        const list = {
          list: "popis",
          rows: 3,
          new: 2,
          gone: 1,
          misfits: 0,
          contentSum: "c",
          rowsSum: "r",
          goneSum: "g",
          isKept: true,
        };
        await publishGeneration(writing, {
          ...{ generation, service: "s", state: "x", proof: "state", started: "then", completed: "now", before: 0 },
          lists: [list, { ...list, list: "drugi" }],
        });
      }
      // Each release would have another one.
      await sealCopy(writing, "0.1.0");
      const generations = await writing.all("SELECT seal FROM mirror_generations ORDER BY generation");
      const [copy] = await writing.all("SELECT seal FROM mirror_format");
      const [view] = await writing.all("SELECT seal FROM mirror_views");
      return [...generations.map(({ seal }) => seal), copy?.seal, view?.seal];
    });
  } finally {
    await database.close();
  }
}

test("hashes, seals, columns and folded names are those of its format", async () => {
  const header = { generation: 2, service: "s", state: undefined, started: "then", before: 1 };
  const store = rowStorer(lists[0]?.columns ?? []);
  const vectors = {
    sealRule,
    seals: await sealsOfAll(),
    progress: [beginning(7), progressSeal(header, "popis", "{}")],
    weighed: [sumText(weigh("ff".repeat(16), 5, 3)), sumText(-1n)],
    rows: rows.map((text) => {
      const { values, extra, misfits } = store(row(text));
      return { row: text, hash: hashRow(row(text)), values: values.map(String), extra, misfits };
    }),
    foldVersion,
    names: names.map((name) => ({ name, forms: forms(name), parts: trigramNumbers(forms(name)[0] ?? "") })),
    trigrams: trigrams("čaša 𝔘x"),
    nameField: ["ime", "puni_naziv", "tvrtka", "imena"].map(
      (name) =>
        nameField([
          { name: "mbs", type: "integer" },
          { name, type: "text" },
        ]) ?? null,
    ),
  };
  expectSame("vectors.json", `${JSON.stringify(vectors, undefined, 1)}\n`);
});
