/** Three days of a register with several thousand subjects, and numbers that only exact engines get right. */
import { readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";

/** The JSON of each row, by list. */
export type Day = Record<string, string[]>;

/** Reads a day from an export as NDJSON. */
export async function readDay(folder: string): Promise<Day> {
  const day: Day = {};
  for (const name of await readdir(folder))
    day[basename(name, ".ndjson")] = (await readFile(join(folder, name), "utf8")).split("\n").filter(Boolean);
  return day;
}

/** Amounts of 22 digits, which no double holds, and integers above 2^53. */
const exactRows = {
  temeljni_kapital: [
    '{"mbs":60000001,"valuta_id":1,"iznos":99999999999999999999.99}',
    '{"mbs":60000002,"iznos":-0.01}',
  ],
  subjekt: ['{"mbs":9007199254740993,"oib":9223372036854775807,"status":1}', '{"mbs":9007199254740995,"status":1}'],
};

const withRows = (day: Day, more: Record<string, readonly string[]>): Day =>
  Object.fromEntries(Object.entries(day).map(([list, rows]) => [list, [...rows, ...(more[list] ?? [])]]));

/** The first day: the exact rows are there, and one of them twice. */
export const firstDay = (day: Day): Day =>
  withRows(withRows(day, exactRows), { subjekt: [exactRows.subjekt[1] as string] });

/** A day later: every tenth row has changed or is gone, one of two equal rows is gone, another is there twice. */
export function nextDay(day: Day): Day {
  const changed = (rows: string[]): string[] =>
    rows
      .filter((_, index) => index % 20 !== 7)
      .map((row, index) => (index % 20 === 3 ? row.replace(/"(status|valuta_id)":\d+/, '"$1":7') : row));
  const { subjekt = [], temeljni_kapital: capital = [] } = day;
  return { ...day, subjekt: [...changed(subjekt), subjekt[0] ?? ""].reverse(), temeljni_kapital: changed(capital) };
}
