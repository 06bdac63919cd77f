/** The example for Spark on a cluster: it says what SQLite, DuckDB and PostgreSQL say, and its tables follow the register. */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startServer } from "@court-register/reference-server";
import { expect, test } from "vitest";
import { exportTo, sync } from "../../src/index.ts";
import { accessTo } from "../support/access.ts";
import { Register } from "../support/register.ts";
import { exportFolder, newTarget } from "../support/target.ts";
import { startCluster } from "./cluster.ts";
import { type Day, firstDay, nextDay, readDay } from "./days.ts";
import { installed, Program } from "./programs.ts";

const example = fileURLToPath(new URL("../../examples/spark", import.meta.url));
const subjects = 3_000;
const invoices = 1_000_000;
/** Lists that the example keeps as tables. */
const followed = ["subjekt", "temeljni_kapital"];

/** A line of JSON that a job has printed. */
type Said = Record<string, unknown>;

/** Runs a job on a cluster. @returns the lines of JSON that it printed. */
async function submit(master: string, script: string, ...args: string[]): Promise<Said[]> {
  const began = Date.now();
  const env = { SPARK_MASTER: master, SPARK_CONF_DIR: installed("SETTINGS"), PYTHONDONTWRITEBYTECODE: "1" };
  const output = await new Program(installed("PYTHON"), [script, ...args], example, env).end();
  console.log(`${script.split("/").at(-1)}: ${Math.round((Date.now() - began) / 1_000)} s`);
  return output
    .split("\n")
    .filter((line) => line.startsWith("{") && line.endsWith("}"))
    .map((line) => JSON.parse(line) as Said);
}

/** A day of a register whose rows the reference server makes. */
async function makeDay(folder: string): Promise<Day> {
  await using server = await startServer({ rows: subjects });
  const target = join(folder, "made.sqlite");
  await sync(target, { ...accessTo(server), fetch });
  await exportTo(target, join(folder, "made"), { format: "ndjson" });
  return await readDay(join(folder, "made", "generation=1"));
}

test("Spark says of three days what SQLite, DuckDB and PostgreSQL say, and its tables follow them", async () => {
  await using folder = exportFolder();
  await using register = await Register.start();
  await using postgres = await newTarget();
  const path = (name: string): string => join(folder.name, name);
  const [sqlite, exported, warehouse] = [path("register.sqlite"), path("exported"), path("warehouse")];
  /** Copies a day into both databases, and exports what changed. */
  const copyDay = async (day: Day, name: string): Promise<void> => {
    register.rows = day;
    register.state = name;
    const options = { baseUrl: register.url, subscriptionKey: register.key, fetch };
    for (const target of [sqlite, postgres.name]) await sync(target, options);
    await exportTo(sqlite, exported, { changes: true });
  };

  const first = firstDay(await makeDay(folder.name));
  await copyDay(first, "first-day");
  await using cluster = await startCluster(path("cluster"));
  const job = (name: string, ...args: string[]): Promise<Said[]> => submit(cluster.url, join(example, name), ...args);
  await job("invoices.py", exported, path("invoices"), String(invoices));
  const created = await job("follow.py", exported, warehouse, ...followed);
  expect(created.map(({ list, generation }) => [list, generation])).toEqual(followed.map((list) => [list, 1]));

  const second = nextDay(first);
  await copyDay(second, "second-day");
  await copyDay(nextDay(second), "third-day");
  const merged = await job("follow.py", exported, warehouse, ...followed);
  expect(merged.map(({ list, from, generation }) => [list, from, generation])).toEqual(
    followed.map((list) => [list, 1, 3]),
  );
  const again = await job("follow.py", exported, warehouse, ...followed);
  expect(again.map(({ list, rows }) => [list, rows])).toEqual(merged.map(({ list, rows }) => [list, rows]));

  const turnover = await job("turnover.py", exported, path("invoices"));
  expect(turnover.reduce((sum, row) => sum + Number(row.invoices), 0)).toBe(invoices);
  const script = fileURLToPath(new URL("compare.py", import.meta.url));
  const places = [example, exported, sqlite, warehouse, path("invoices"), postgres.name];
  const said = await submit(cluster.url, script, ...places, "--", ...followed);
  const [spark, ...others] = said.filter(({ engine }) => engine !== undefined);
  expect(others.map(({ engine }) => engine)).toEqual(["SQLite", "DuckDB", "PostgreSQL"]);
  for (const { engine, lists } of others) expect({ engine, lists }).toEqual({ engine, lists: spark?.lists });
  const joined = said.find((line) => line.turnover)?.turnover as Said[];
  expect(new Set(turnover.map(inText))).toEqual(new Set(joined.map(inText)));
  const none = Object.fromEntries(followed.map((list) => [list, 0]));
  expect(said.find((line) => line.differences)?.differences).toEqual(none);
  const lists = Object.values(spark?.lists ?? {}) as { rows: number }[];
  console.log(`All say the same of ${lists.reduce((sum, { rows }) => sum + rows, 0)} rows in ${lists.length} lists.`);
});

const inText = (row: Said): string => JSON.stringify(row);
