/** DuckDB and another SQLite read every view of a live file as the mirror does: each runs it in a way of its own. */
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { caseLists, registerLists } from "../../src/generated/lists.ts";
import { follow, sync } from "../../src/index.ts";
import { CasesService } from "../support/cases-service.ts";
import { copyDay, firstDay, secondDay } from "../support/company.ts";
import { withoutColumn } from "../support/contract.ts";
import { Register } from "../support/register.ts";
import { inTarget, sqliteTarget, type Target } from "../support/target.ts";

type Rows = { columns: string[]; rows: (string | null)[][] };

const firstRow = (columns: readonly { name: string; type: string }[]): string =>
  `{${columns
    .filter(({ name }) => !name.startsWith("asked_"))
    .map(({ name, type }) => `"${name}":${values[type]}`)
    .join(",")}}`;
const values: Readonly<Record<string, string>> = {
  integer: "9007199254740993",
  decimal: "12345678901234567890.10",
  text: '"Š \\u0001 \'\\"\\\\"',
  boolean: "true",
  json: '{"naziv":"dru\\"štvo","x":{"oib":1}}',
};
const byText = (one: unknown, other: unknown): number =>
  JSON.stringify(one) < JSON.stringify(other) ? -1 : Number(one !== other);

/** What the mirror's own SQLite reads. */
const expected = ({ name }: Target): Promise<Record<string, Rows>> =>
  inTarget(name, (database) =>
    database.read(async (reading) => {
      const views = await reading.all("SELECT name FROM sqlite_schema WHERE type = 'view' ORDER BY name");
      const found: Record<string, Rows> = {};
      for (const view of views.map((row) => String(row.name))) {
        const columns = await reading.all("SELECT name FROM pragma_table_info($1) ORDER BY cid", view);
        const names = columns.map((row) => String(row.name));
        const rows = await reading.all(`SELECT * FROM "${view}"`);
        const texts = rows.map((row) => names.map((one) => (row[one] == null ? null : String(row[one]))));
        found[view] = { columns: names, rows: texts.sort(byText) };
      }
      return found;
    }),
  );

/** What others read. */
function readBy({ name }: Target): Record<string, Record<string, Rows>> {
  const python = process.env.COURT_REGISTER_TEST_LIVE_PYTHON;
  if (!python) throw new Error("This needs DuckDB and its scanner of SQLite: run it with pnpm check:engines.");
  const script = fileURLToPath(new URL("live.py", import.meta.url));
  return JSON.parse(execFileSync(python, [script, name], { encoding: "utf8", maxBuffer: 2 ** 27 }));
}

async function expectSame(target: Target): Promise<Record<string, Rows>> {
  const ours = await expected(target);
  const theirs = readBy(target);
  expect(Object.keys(theirs)).toEqual(Object.keys(ours));
  for (const [view, readers] of Object.entries(theirs))
    for (const [reader, { columns, rows }] of Object.entries(readers))
      expect({ view, reader, columns, rows: rows.sort(byText) }).toEqual({ view, reader, ...ours[view] });
  return ours;
}

test("every view of a whole copy, with a row for every list and every type of value", async () => {
  await using register = await Register.start();
  await using service = await CasesService.start();
  await using target = sqliteTarget();
  const strange = Object.fromEntries(registerLists.map(({ name, columns }) => [name, [firstRow(columns)]]));
  const rows = Object.fromEntries(
    registerLists.map(({ name }) => [name, [...(secondDay[name] ?? []), ...(strange[name] ?? [])]]),
  );
  await copyDay(target, register, firstDay);
  await copyDay(target, register, rows);
  // A column that came later stands behind `extra`.
  await withoutColumn(target.name, "subjekt", "status");
  await copyDay(target, register, rows);
  const parts = caseLists.filter(({ name, columns }) => columns[0]?.name === "asked_mark" && name !== "predmet");
  const own = firstRow(caseLists.find(({ name }) => name === "predmet")?.columns ?? [])
    .slice(1, -1)
    .replace(/"oznakaBroj":[^,]*(?:\\"[^,]*)?,/, '"oznakaBroj":"P-1/2020",')
    .replace(/"sudId":\d+/, '"sudId":3');
  service.cases = {
    "P-1/2020@3": { own, parts: Object.fromEntries(parts.map(({ name, columns }) => [name, [firstRow(columns)]])) },
  };
  await follow(target.name, ["P-1/2020@3"]);
  await sync(target.name, { graphqlUrl: service.url, only: "cases", fetch });
  const views = await expectSame(target);
  for (const { name } of [...registerLists, ...caseLists]) expect(views[name]?.rows, name).not.toEqual([]);
  expect(views.company?.rows).toHaveLength(6);
});

test("the view of companies where the list of subjects was not copied", async () => {
  await using register = await Register.start();
  await using target = sqliteTarget();
  await copyDay(target, register, firstDay, ["skracena_tvrtka", "pravni_oblik", "postupak", "sjediste"]);
  expect((await expectSame(target)).company?.rows).toHaveLength(3);
});
