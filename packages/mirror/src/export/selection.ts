/** The rows of a copy that go into one file. */
import type { Subjects } from "../changes/subjects.ts";
import { type CompanySource, company, companyColumns, orderedCompanies } from "../store/company.ts";
import type { Reading, SqlRow } from "../store/database.ts";
import { type GenerationSummary, latestOf } from "../store/generations.ts";
import { quoted, tablesOf } from "../store/schema.ts";
import { hasColumn } from "../store/snapshot.ts";
import type { Column } from "../wire/list.ts";
import { changesPath, rowsPath } from "./layout.ts";
import type { ExportFormat } from "./row-file.ts";

/** Rows for one file. */
export interface Selection {
  readonly list: string;
  readonly generation: number;
  /** Where they go. */
  readonly path: string;
  readonly columns: readonly Column[];
  /** Queries for the columns, and for the number of a row in `_row` if it has one. The rows of one follow those of another. */
  readonly queries: readonly string[];
  /** What rows get beside their fields: of whom they are, as of the generation. */
  readonly subjects?: Subjects | undefined;
  /** How many there are; undefined if the generation that counted them is forgotten. */
  readonly expected: number | undefined;
}

/** What every list has beside its fields. */
const extra: Column = { name: "extra", type: "json" };

/** Condition of the rows that a generation has. */
const inGeneration = (generation: number): string =>
  `_first <= ${generation} AND (_gone IS NULL OR _gone > ${generation})`;

/** The generation that counted the rows that a list has in a generation, which may be an earlier one. */
const countedIn = (
  all: readonly GenerationSummary[],
  generation: number,
  list: string,
): GenerationSummary | undefined =>
  latestOf(
    all.filter((one) => one.generation <= generation),
    list,
  );

const countOf = (summary: GenerationSummary | undefined, list: string) =>
  summary?.lists.find((count) => count.list === list);

/** The rows of a list in a generation. */
export const rowsOf = (
  all: readonly GenerationSummary[],
  generation: number,
  list: string,
  columns: readonly Column[],
  format: ExportFormat,
): Selection => ({
  list,
  generation,
  path: rowsPath(format, list, generation),
  columns: [...columns, extra],
  queries: [rowsWhere(list, columns, inGeneration(generation))],
  expected: countOf(countedIn(all, generation, list), list)?.rows,
});

/** The words of `company`, beside fields that may be called the same. */
const subjectColumns: readonly Column[] = ["mbs", "oib", "naziv"].map((name) => ({
  name: `${company}_${name}`,
  type: "text",
}));

/** What a generation changed in a list, with the subject of each row if the list is about subjects. */
export function changesOf(
  all: readonly GenerationSummary[],
  generation: number,
  list: string,
  columns: readonly Column[],
  subjects: Subjects,
): Selection {
  const isAboutSubjects = hasColumn({ columns }, "mbs");
  const counts = countOf(
    all.find((one) => one.generation === generation),
    list,
  );
  // The index of the rows that came has none of the first generation.
  const came = generation > 1 ? `_first = ${generation} AND _first > 1` : "_first = 1";
  return {
    list,
    generation,
    path: changesPath(list, generation),
    columns: [{ name: "change", type: "text" }, ...(isAboutSubjects ? subjectColumns : []), ...columns, extra],
    queries: [
      rowsWhere(list, columns, `_gone = ${generation} AND _gone IS NOT NULL`, "gone"),
      rowsWhere(list, columns, came, "new"),
    ],
    subjects: isAboutSubjects ? subjects : undefined,
    expected: counts ? counts.new + counts.gone : 0,
  };
}

/** Rows with their subjects. */
export async function withSubjects(rows: readonly SqlRow[], subjects: Subjects): Promise<SqlRow[]> {
  const marks = await subjects.namesOf(rows);
  return rows.map((row, index) => {
    const { mbs = null, oib = null, naziv = null } = marks[index] ?? {};
    return { ...row, [`${company}_mbs`]: mbs, [`${company}_oib`]: oib, [`${company}_naziv`]: naziv };
  });
}

/** The query for the rows of a list, in the order that they were copied in. */
function rowsWhere(list: string, columns: readonly Column[], where: string, change?: "new" | "gone"): string {
  const fields = [...columns, extra].map(({ name }) => quoted(name));
  if (change) fields.unshift(`'${change}' AS change`);
  return `SELECT _row, ${fields.join(", ")} FROM ${quoted(tablesOf(list).rows)} WHERE ${where} ORDER BY _row`;
}

/** The companies of a generation; undefined if it has none of the lists that they are made from. */
export function companiesOf(
  all: readonly GenerationSummary[],
  source: CompanySource & { readonly generation: number },
  format: ExportFormat,
): Selection | undefined {
  const query = orderedCompanies(source);
  if (query === undefined) return undefined;
  const { generation, lists } = source;
  return {
    list: company,
    generation,
    path: rowsPath(format, company, generation),
    columns: companyColumns,
    queries: [query],
    expected: lists.has("subjekt") ? countOf(countedIn(all, generation, "subjekt"), "subjekt")?.rows : undefined,
  };
}

/** Whether a generation has a list: it was copied by then, and its rows of then are still there. */
export async function hasList(
  reading: Reading,
  all: readonly GenerationSummary[],
  generation: number,
  list: string,
): Promise<boolean> {
  if (countedIn(all, generation, list)) return true;
  // Of an earlier generation than those that are kept of it, a list has only some rows.
  if (latestOf(all, list)) return false;
  const rows = await reading.all(
    `SELECT 1 AS one FROM ${quoted(tablesOf(list).rows)} WHERE ${inGeneration(generation)} LIMIT 1`,
  );
  return rows.length > 0;
}
