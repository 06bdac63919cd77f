/** DuckDB and Arrow read several generations of an export together, and lose no digit and no column. */
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { lists } from "../../src/generated/lists.ts";
import { exportTo, sync } from "../../src/index.ts";
import { withoutColumn } from "../support/contract.ts";
import { Register } from "../support/register.ts";
import { exportFolder, sqliteTarget } from "../support/target.ts";

const name = "temeljni_kapital";
const [list] = lists.filter((one) => one.name === name);

/** Amounts of each generation: each has more digits than those before, and one has fewer again. */
const days = [
  ["2654.46", "1"],
  ["2654.456", "-0.0000000001"],
  ["99999999999999999999.99", "9999999999999999999999999999.9999999999"],
  ["12.5", "0"],
];

/** What is read of an amount: ten digits after the point. */
const read = (amount: string): string => {
  const [whole = "", fraction = ""] = amount.split(".");
  return `${whole}.${fraction.padEnd(10, "0")}`;
};

test("amounts of all generations are exact, beside a column that came later", async () => {
  const python = process.env.COURT_REGISTER_TEST_ENGINES_PYTHON;
  if (!python || !list) throw new Error("This needs DuckDB and PyArrow: run it with pnpm check:engines.");
  await using register = await Register.start();
  await using target = sqliteTarget();
  await using folder = exportFolder();
  for (const [day, amounts] of days.entries()) {
    register.rows = {
      [name]: amounts.map((amount, index) => `{"mbs":${index + 1},"valuta_id":${day},"iznos":${amount}}`),
    };
    await sync(target.name, { baseUrl: register.url, subscriptionKey: register.key, fetch, lists: [name] });
    // The contract got the column `valuta_id` after the second day.
    if (day < 2) await withoutColumn(target.name, name, "valuta_id");
    await exportTo(target.name, folder.name, { changes: true });
  }
  const script = fileURLToPath(new URL("read.py", import.meta.url));
  const said = JSON.parse(
    execFileSync(python, [script, folder.name, name, "mbs", "iznos", "valuta_id"], { encoding: "utf8" }),
  ) as Record<string, { types: Record<string, string>; rows: unknown[][] }>;
  const expected = days.flatMap((amounts, day) =>
    amounts.map((amount, index) => [day + 1, index + 1, read(amount), day < 2 ? null : day]),
  );
  expect(Object.keys(said)).toHaveLength(4);
  for (const [engine, { types, rows }] of Object.entries(said)) {
    const columns = engine.endsWith("as it is") ? 3 : 4;
    expect({ engine, rows }).toEqual({ engine, rows: expected.map((row) => row.slice(0, columns)) });
    expect(types.iznos).toMatch(/^(?:DECIMAL|decimal128)\(38, ?10\)$/);
  }
});
