/** Who rows are about. A row has the register number of its subject alone. */
import { formatMbs, formatOib } from "@court-register/fetch/identifiers";
import { caseText } from "../cases/mark.ts";
import type { CompanyPlace } from "../search/fold.ts";
import { sentText } from "../search/names.ts";
import type { FieldOf, ListName } from "../show/contract-names.ts";
import { allDigits, type SubjectNumber, subjectNumbers } from "../show/number.ts";
import { seatOfRow } from "../store/company.ts";
import type { Database, Dialect, Reading, SqlRow } from "../store/database.ts";
import { hasColumn, rowsOf, type Snapshot } from "../store/snapshot.ts";
import type { Column } from "../wire/list.ts";

/** How a subject is called. */
export interface SubjectName {
  /** Its MBS with all nine digits; null if the row is about no subject, as in code lists. */
  mbs: string | null;
  /** Its OIB with all eleven digits, if it has one. */
  oib: string | null;
  /** Its short name, if it has one. */
  naziv: string | null;
}

/** The subject that a row is about, with the words of the view `company`. */
export interface SubjectMark extends SubjectName, CompanyPlace {
  /** The court case that the row is about, as `MARK@COURT`; null if it is about none. */
  case: string | null;
}

/** The integers in a JSON array of texts, for a condition. */
export const numbersIn = (dialect: Dialect, parameter: string): string =>
  `(SELECT CAST(t.text AS BIGINT) FROM ${dialect.texts(parameter)} t)`;

const noName: SubjectName = { mbs: null, oib: null, naziv: null };
const nowhere: CompanyPlace = { sjediste: null, zupanija: null };
const nobody: SubjectMark = { ...noName, ...nowhere, case: null };

/** The case of a row, which is about no subject. */
const ofCase = ({ asked_mark: mark, asked_court: court }: SqlRow): SubjectMark =>
  mark == null ? nobody : { ...nobody, case: caseText({ mark: String(mark), court: Number(court) }) };

/** The generations that something is asked of: the older one is 0 for all. */
interface Generations {
  from: number;
  to: number;
}

/** Rows `r` that were there in one of two generations, or between them: these are kept as long as the two can be compared. */
const inSpan = (from: string, to: string): string => `r._first <= ${to} AND (r._gone IS NULL OR r._gone > ${from})`;

/**
 * Looks up the subjects of rows for a comparison: as the newer generation has them, or else as they were last since the older one. What was
 * before says nothing, so that the same two generations always give the same.
 */
export class Subjects {
  readonly #reading: Reading;
  readonly #database: Pick<Database, "kind" | "dialect">;
  readonly #columns: ReadonlyMap<string, readonly Column[]>;
  readonly #span: readonly [from: number, to: number];

  constructor(
    reading: Reading,
    database: Pick<Database, "kind" | "dialect">,
    columns: ReadonlyMap<string, readonly Column[]>,
    { from, to }: Generations,
  ) {
    this.#reading = reading;
    this.#database = database;
    this.#columns = columns;
    this.#span = [from, to];
  }

  /** The subjects of rows, in their order. Few queries find them, however many there are: not too many at a time, for memory. */
  async of(rows: readonly SqlRow[]): Promise<SubjectMark[]> {
    const names = await this.namesOf(rows);
    const places = await this.placesOf(rows);
    return rows.map((row, index) => (row.mbs == null ? ofCase(row) : { ...nobody, ...names[index], ...places[index] }));
  }

  /** The same without their places, which takes half as long. */
  async namesOf(rows: readonly SqlRow[]): Promise<SubjectName[]> {
    const list = numbersOf(rows);
    const names = await this.#find("skracena_tvrtka", "ime", list);
    const oibs = await this.#find("subjekt", "oib", list);
    return rows.map((row) => {
      if (row.mbs == null) return noName;
      const number = String(row.mbs);
      return {
        mbs: allDigits(number, formatMbs),
        oib: allDigits(oibs.get(number) ?? null, formatOib),
        naziv: names.get(number) ?? null,
      };
    });
  }

  /** The values of a field, by register number. */
  async #find<List extends ListName>(list: List, field: FieldOf<List>, numbers: string): Promise<Map<string, string>> {
    const found = new Map<string, string>();
    const rows = await this.#rows(list, `r.${field} AS value, r.extra`, [field], numbers);
    for (const { mbs, value, extra } of rows) {
      const text = sentText(field, value, extra);
      if (text !== undefined && !found.has(String(mbs))) found.set(String(mbs), text);
    }
    return found;
  }

  /** Where the subjects of rows are: all seats of the newer generation, or else those that went last. */
  async placesOf(rows: readonly SqlRow[]): Promise<CompanyPlace[]> {
    const places = await this.#places(numbersOf(rows));
    return rows.map(({ mbs }) => places.get(String(mbs)) ?? nowhere);
  }

  async #places(numbers: string): Promise<Map<string, CompanyPlace>> {
    const { sjediste, zupanija } = seatOfRow({ kind: this.#database.kind, lists: this.#columns });
    const rows = await this.#rows("sjediste", `${sjediste} AS sjediste, ${zupanija} AS zupanija`, [], numbers);
    const places = new Map<string, CompanyPlace & { gone: unknown }>();
    const joined = (one: string | null, other: unknown): string | null =>
      other == null ? one : one === null ? String(other) : `${one}; ${other}`;
    for (const row of rows) {
      const known = places.get(String(row.mbs)) ?? { sjediste: null, zupanija: null, gone: row.gone };
      if (known.gone !== row.gone) continue;
      const place = { sjediste: joined(known.sjediste, row.sjediste), zupanija: joined(known.zupanija, row.zupanija) };
      places.set(String(row.mbs), { ...place, gone: row.gone });
    }
    return new Map([...places].map(([mbs, { gone: _, ...place }]) => [mbs, place]));
  }

  /** Rows about subjects, those of the newer generation first, then those that went last; none if the list lacks a field. */
  async #rows(list: ListName, select: string, fields: readonly string[], numbers: string): Promise<SqlRow[]> {
    const columns = this.#columns.get(list) ?? [];
    if (numbers === "[]" || !["mbs", ...fields].every((name) => hasColumn({ columns }, name))) return [];
    return await this.#reading.all(
      `SELECT r.mbs, CASE WHEN r._gone <= $3 THEN r._gone END AS gone, ${select} FROM ${rowsOf({ name: list })} r WHERE r.mbs IN ${numbersIn(this.#database.dialect, "$1")} AND ${inSpan("$2", "$3")} ORDER BY CASE WHEN r._gone <= $3 THEN r._gone END DESC NULLS FIRST, r._row`,
      numbers,
      ...this.#span,
    );
  }
}

/** The register numbers of rows, as a JSON array of texts. */
const numbersOf = (rows: readonly SqlRow[]): string =>
  JSON.stringify([...new Set(rows.flatMap(({ mbs }) => (mbs == null ? [] : [String(mbs)])))]);

/** Numbers that are looked up together. */
const chunk = 1_000;

/**
 * Finds subjects by their OIB or MBS by the rows of some generations, also those that are gone by the last.
 *
 * @returns the register numbers, and which of the numbers no row has that is kept, of whatever generation.
 * @throws MirrorError of kind `usage` if one is no number.
 */
export async function findSubjects(
  snapshot: Snapshot,
  numbers: readonly string[],
  { from, to }: Generations = { from: 0, to: snapshot.newest.generation },
): Promise<{ found: bigint[]; notFound: string[] }> {
  const found = new Set<bigint>();
  const notFound: string[] = [];
  for (let at = 0; at < numbers.length; at += chunk) {
    const asked = numbers.slice(at, at + chunk).map((number) => ({ number, forms: subjectNumbers(number) }));
    const forms = asked.flatMap((one) => one.forms);
    const known = { mbs: await mbsWith(snapshot, "mbs", forms), oib: await mbsWith(snapshot, "oib", forms) };
    for (const { number, forms } of asked) {
      // What may be an MBS or an OIB is both, as in `check`: no news of either is lost.
      const theirs = forms.flatMap(({ kind, value }) => known[kind].get(value) ?? []);
      if (theirs.length === 0) notFound.push(number);
      for (const { mbs, first, gone } of theirs) if (first <= to && gone > from) found.add(mbs);
    }
  }
  return { found: [...found], notFound };
}

/** A register number, and from when to when the rows were there that have it. */
interface Known {
  mbs: bigint;
  first: number;
  gone: number;
}

/** The register numbers of the subjects that have some numbers, by these. */
async function mbsWith(
  { reading, database, lists, newest }: Snapshot,
  kind: SubjectNumber["kind"],
  forms: readonly SubjectNumber[],
): Promise<Map<bigint, Known[]>> {
  const known = new Map<bigint, Known[]>();
  const values = forms.filter((form) => form.kind === kind).map(({ value }) => String(value));
  if (values.length === 0) return known;
  for (const list of lists.filter((one) => hasColumn(one, "mbs") && hasColumn(one, kind)))
    for (const row of await reading.all(
      `SELECT DISTINCT r.${kind} AS number, r.mbs, r._first, r._gone FROM ${rowsOf(list)} r WHERE r.${kind} IN ${numbersIn(database.dialect, "$1")} AND r.mbs IS NOT NULL AND r._first <= $2 ORDER BY r.mbs`,
      JSON.stringify(values),
      newest.generation,
    )) {
      const [number, mbs] = [BigInt(String(row.number)), BigInt(String(row.mbs))];
      const one = {
        mbs,
        first: Number(row._first),
        gone: row._gone == null ? Number.POSITIVE_INFINITY : Number(row._gone),
      };
      known.set(number, [...(known.get(number) ?? []), one]);
    }
  return known;
}
