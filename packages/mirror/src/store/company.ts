/** The view `company`: a row for a company, with its numbers as people write them. */
import type { FieldOf, ListName } from "../show/contract-names.ts";
import type { Column } from "../wire/list.ts";
import type { Database, Reading, Writing } from "./database.ts";
import { insolvencySql } from "./insolvency.ts";
import {
  isInExtra,
  makeView,
  published,
  quoted,
  storedColumnsIn,
  tablesOf,
  viewQueries,
  viewStatement,
  wasThere,
} from "./schema.ts";

/** Name of the view, and of its file in an export. */
export const company = "company";

/**
 * Its columns are called as the list or the field that they are from; but `naziv` is the fullest name that the contract has. New ones come
 * last: PostgreSQL adds columns to a view at its end alone.
 */
const names = [
  "mbs",
  "oib",
  "naziv",
  "skracena_tvrtka",
  "pravni_oblik",
  "sud",
  "sjediste",
  "datum_osnivanja",
  "datum_brisanja",
  "postupak",
  "insolvency",
  "zupanija",
] as const;

/** A column of `company`. */
export type CompanyField = (typeof names)[number];

/** A row of `company`. */
export type Company = Readonly<Record<CompanyField, string | null>>;

/** Its columns. */
export const companyColumns: readonly Column[] = names.map((name) => ({ name, type: "text" }));

/** What companies are made from. */
export interface CompanySource {
  readonly kind: Database["kind"];
  /** Lists that were copied, with their columns. */
  readonly lists: ReadonlyMap<string, readonly Column[]>;
  /** The generation that is read: its number, or an expression. */
  readonly generation: string | number;
  /** Whether subjects have columns for the texts of their numbers. */
  readonly hasTextColumns?: boolean;
}

/** Numbers of a company, and how many digits people write. */
const digits = { mbs: 9, oib: 11 } satisfies Partial<Record<CompanyField & FieldOf<"subjekt">, number>>;

type NumberField = keyof typeof digits;

/** A number with the zeros that an integer has lost; as it is if it has more digits, or is negative. */
function numberText(field: NumberField, alias = ""): string {
  const text = `CAST(${alias}${field} AS TEXT)`;
  const zeros = `CASE WHEN ${alias}${field} < 0 THEN '' ELSE substr('${"0".repeat(digits[field])}', 1 + length(${text})) END`;
  return `CAST(${zeros} || ${text} AS TEXT)`;
}

/** The column of a number's text in SQLite, which finds an expression by no index where the view is on the right of a LEFT JOIN. */
const textColumn = (field: NumberField): string => `_${field}`;

/** Lists that name companies, where the list of subjects was not copied. */
const naming: readonly ListName[] = ["skracena_tvrtka", "sjediste", "pravni_oblik", "postupak"];

const has = ({ lists }: Pick<CompanySource, "lists">, list: ListName, field: FieldOf): boolean =>
  lists.get(list)?.some(({ name }) => name === field) ?? false;

const nothing = "CAST(NULL AS TEXT)";

/** A field as text. What its column cannot hold is in `extra`, which is shown then: it is not absent. */
function textOf(source: Pick<CompanySource, "kind" | "lists">, list: ListName, field: FieldOf, alias = "r"): string {
  if (!has(source, list, field)) return nothing;
  return `coalesce(CAST(${alias}.${quoted(field)} AS TEXT), CASE WHEN ${isInExtra(source.kind, field, alias)} THEN CAST(${alias}.extra AS TEXT) END)`;
}

/**
 * The name in an expanded code, or all of it where the name is not plain to see: behind an escape, or beside another object. By its text:
 * PostgreSQL reads no JSON with U+0000, and DuckDB runs the view with functions for JSON that are called as those of SQLite and do
 * something else.
 */
function nameIn({ kind }: CompanySource, column: string): string {
  const text = `CAST(${column} AS TEXT)`;
  const place = (part: string, where: string): string =>
    kind === "sqlite" ? `instr(${where}, '${part}')` : `strpos(${where}, '${part}')`;
  const rest = `substr(${text}, ${place(nameBegins, text)} + ${nameBegins.length})`;
  const isPlain = [
    `substr(${text}, 1, 1) = '{'`,
    `length(replace(${text}, '{', '')) = length(${text}) - 1`,
    `${place("\\", text)} = 0`,
    `${place(nameBegins, text)} > 0`,
  ];
  return `CASE WHEN ${isPlain.join(" AND ")} THEN substr(${rest}, 1, ${place('"', rest)} - 1) ELSE ${text} END`;
}

/** What is before a name in JSON. */
const nameBegins = `"${"naziv" satisfies FieldOf}":"`;

/**
 * What the rows of a list say, in the order that they were copied in. Programs with an older SQLite read the view, too, so that it has
 * no word that SQLite has learned lately: one would make all of the file unreadable for them.
 */
function joined(source: CompanySource, list: ListName, value: string, condition: string): string {
  const from = `FROM ${quoted(tablesOf(list).rows)} r WHERE ${condition} AND ${wasThere(source.generation)}`;
  return source.kind === "sqlite"
    ? `(SELECT group_concat(said, '; ') FROM (SELECT ${value} AS said ${from} ORDER BY r._row))`
    : `(SELECT string_agg(${value}, '; ' ORDER BY r._row) ${from})`;
}

/** Texts after one another, without those that are absent. */
const phrase = (parts: readonly string[], separator: string): string =>
  `nullif(substr(${parts.map((part) => `coalesce('${separator}' || ${part}, '')`).join(" || ")}, ${separator.length + 1}), '')`;

/** Where a company is, by a row of `sjediste`. @param text - A field of the row as text. */
const seatBy = (text: (field: FieldOf<"sjediste">) => string): Record<"sjediste" | "zupanija", string> => {
  const street = phrase([text("ulica"), text("kucni_broj"), text("kucni_podbroj")], " ");
  const place = `coalesce(${text("naziv_naselja")}, ${text("naselje_van_sifrarnika")}, ${text("naziv_opcine")})`;
  return { sjediste: phrase([street, place], ", "), zupanija: text("naziv_zupanije") };
};

/** Expressions of the columns `sjediste` and `zupanija` for one row `r` of the list `sjediste`. */
export const seatOfRow = (source: Pick<CompanySource, "kind" | "lists">): ReturnType<typeof seatBy> =>
  seatBy((field) => textOf(source, "sjediste", field));

/** The expression of each column, for a subject `s`. */
function expressions(source: CompanySource): Readonly<Record<CompanyField, string>> {
  const ofSubject = (field: FieldOf<"subjekt">): string => textOf(source, "subjekt", field, "s");
  const said = (list: ListName, value: (text: (field: FieldOf) => string) => string): string =>
    has(source, list, "mbs")
      ? joined(
          source,
          list,
          value((field) => textOf(source, list, field)),
          "r.mbs = s.mbs",
        )
      : nothing;
  const numberOf = (field: NumberField): string =>
    source.hasTextColumns ? `s.${textColumn(field)}` : numberText(field, "s.");
  const name = said("skracena_tvrtka", (text) => text("ime"));
  const form = has(source, "pravni_oblik", "vrsta_pravnog_oblika") ? nameIn(source, "r.vrsta_pravnog_oblika") : nothing;
  const court =
    has(source, "sud", "id") && has(source, "subjekt", "sud_id_nadlezan")
      ? joined(source, "sud", textOf(source, "sud", "naziv"), "r.id = s.sud_id_nadlezan")
      : nothing;
  return {
    mbs: numberOf("mbs"),
    oib: has(source, "subjekt", "oib") ? numberOf("oib") : nothing,
    naziv: name,
    skracena_tvrtka: name,
    pravni_oblik: said("pravni_oblik", (text) => `coalesce(${form}, ${text("vrsta_pravnog_oblika_id")})`),
    sud: `coalesce(${court}, ${ofSubject("sud_id_nadlezan")})`,
    sjediste: said("sjediste", (text) => seatBy(text).sjediste),
    datum_osnivanja: ofSubject("datum_osnivanja"),
    datum_brisanja: ofSubject("datum_brisanja"),
    // A row that says nothing else is a procedure all the same.
    postupak: said("postupak", (text) => `coalesce(${phrase([text("postupak"), text("datum_stjecaja")], " ")}, '')`),
    insolvency: insolvencySql(
      source.kind,
      source.lists,
      // An aggregate, which is looked up for each subject: PostgreSQL may read all of a list to find out what EXISTS.
      (list, text) =>
        `(SELECT max(CAST(${text} AS TEXT)) FROM ${quoted(tablesOf(list).rows)} r WHERE r.mbs = s.mbs AND ${wasThere(source.generation)})`,
    ),
    zupanija: said("sjediste", (text) => seatBy(text).zupanija),
  };
}

/**
 * The query for the companies of a generation: a row for each row of `subjekt`. Where that list was not copied, a row for each MBS in
 * the lists that were. Undefined if none of them was.
 *
 * @param condition - Which companies, by columns of the subject `s`; by default all.
 */
function companyRows(source: CompanySource, condition?: string): string | undefined {
  const fields = Object.entries(expressions(source)).map(([field, value]) => `${value} AS ${field}`);
  const select = (from: string, where: string): string =>
    `SELECT ${fields.join(", ")} FROM ${from} s WHERE ${where}${condition === undefined ? "" : ` AND ${condition}`}`;
  if (hasSubjects(source)) return select(quoted(tablesOf("subjekt").rows), wasThere(source.generation, "s"));
  const numbers = naming
    .filter((list) => has(source, list, "mbs"))
    .map((list) => `SELECT r.mbs FROM ${quoted(tablesOf(list).rows)} r WHERE ${wasThere(source.generation)}`);
  return numbers.length === 0 ? undefined : select(`(${numbers.join(" UNION ")})`, "s.mbs IS NOT NULL");
}

/** The same, in the order that subjects were copied in. */
export function orderedCompanies(source: CompanySource, condition?: string): string | undefined {
  const rows = companyRows(source, condition);
  return rows && `${rows} ORDER BY s.${hasSubjects(source) ? "_row" : "mbs"}`;
}

const hasSubjects = (source: CompanySource): boolean => has(source, "subjekt", "mbs");

/**
 * The lists of a copy that are in a complete generation, with their columns.
 *
 * @param until - Only what was copied until this generation; by default all.
 */
export async function copiedLists(reading: Reading, until?: number): Promise<Map<string, Column[]>> {
  const stored = await storedColumnsIn(reading);
  const copied = await reading.all(
    `SELECT DISTINCT list FROM mirror_counts${until === undefined ? "" : ` WHERE generation <= ${until}`}`,
  );
  return new Map([...stored].filter(([list]) => copied.some((one) => one.list === list)));
}

/** The query of the view; undefined if the copy has nothing for it. */
async function publishedRows(reading: Reading, kind: Database["kind"]): Promise<string | undefined> {
  const lists = await copiedLists(reading);
  return companyRows({ kind, lists, generation: published, hasTextColumns: kind === "sqlite" && lists.has("subjekt") });
}

/** Makes the view of the lists that are published, unless it is there. */
export async function adoptCompany(writing: Writing, kind: Database["kind"]): Promise<void> {
  const rows = await publishedRows(writing, kind);
  if (rows === undefined || (await viewQueries(writing)).get(company) === rows) return;
  const subjects = (await copiedLists(writing)).get("subjekt") ?? [];
  for (const { name } of subjects) if (name === "mbs" || name === "oib") await indexText(writing, kind, name);
  await makeView(writing, kind, company, rows);
}

/** Has subjects found by the text of a number. */
async function indexText(writing: Writing, kind: Database["kind"], field: NumberField): Promise<void> {
  const rows = quoted(tablesOf("subjekt").rows);
  const index = `CREATE INDEX IF NOT EXISTS subjekt_${field}_text ON ${rows}`;
  if (kind === "postgresql") {
    await writing.run(`${index} ((${numberText(field)}))`);
    return;
  }
  const column = textColumn(field);
  const there = await writing.all(
    "SELECT 1 AS one FROM pragma_table_xinfo($1) WHERE name = $2",
    tablesOf("subjekt").rows,
    column,
  );
  if (there.length === 0)
    await writing.run(
      `ALTER TABLE ${rows} ADD COLUMN ${column} TEXT GENERATED ALWAYS AS (${numberText(field)}) VIRTUAL`,
    );
  await writing.run(`${index} (${column})`);
}

/**
 * Compares the view with what it shows.
 *
 * @param tables - Names of all tables and views.
 * @returns what is wrong, if anything.
 */
export async function wrongCompany(
  reading: Reading,
  kind: Database["kind"],
  tables: readonly string[],
): Promise<string | undefined> {
  const query = (await viewQueries(reading)).get(company);
  if (query === undefined)
    return (await publishedRows(reading, kind)) === undefined ? undefined : "the view company is not there";
  const [stored] =
    kind === "sqlite"
      ? await reading.all("SELECT sql FROM sqlite_schema WHERE name = $1", company)
      : // PostgreSQL keeps no text.
        [tables.includes(company) ? { sql: viewStatement(kind, company, query) } : undefined];
  if (stored?.sql !== viewStatement(kind, company, query))
    return "the view company is not the one that the mirror has made";
  const [shown] = await reading.all(`SELECT count(*) AS n FROM ${company}`);
  const [there] = await reading.all(`SELECT count(*) AS n FROM (${query}) c`);
  return Number(shown?.n) === Number(there?.n)
    ? undefined
    : `the view company shows ${shown?.n} rows, and the lists have ${there?.n} for it`;
}
