import type { Batch, Entry, RowSource } from "../store/load.ts";
import type { Table, Tables } from "../store/tables.ts";
import type { Row } from "../store/values.ts";
import { codeLists } from "./code-lists.ts";
import { caseCourts, caseRegisterRows, courtCaseOn } from "./court-cases.ts";
import { Fitter } from "./fitter.ts";
import { SubjectGenerator, subjectResources } from "./subjects.ts";

/** What to generate. */
export interface GenerateOptions {
  /** Number of subjects; every subject has several rows. */
  readonly rows: number;
  /** The same seed gives the same rows on every machine. */
  readonly seed: number;
  /** Day from 0 on: something happens to some subjects and court cases from day to day. @defaultValue `0` */
  readonly day?: number;
}

/** Subjects per batch: memory stays flat, however many are generated. */
const batchSize = 200;

/** The greatest number of subjects: beyond it, register numbers of a court could run out. */
export const greatestRows = 4_000_000;

/** Number of court cases that come with a number of subjects. */
const caseCount = (rows: number): number => Math.max(30, Math.ceil(rows / 10));

/** One line that says what was generated, by which a database that already has it is recognized. */
export const describeGenerated = ({ rows, seed, day = 0 }: GenerateOptions): string =>
  `generated, ${rows} subjects, seed ${seed}${day > 0 ? `, day ${day}` : ""}`;

/** What such a line says; undefined if it is another. */
export function readGenerated(text: string): Required<GenerateOptions> | undefined {
  const [, rows, seed, day = 0] = /^generated, (\d+) subjects, seed (\d+)(?:, day (\d+))?$/.exec(text) ?? [];
  return rows === undefined ? undefined : { rows: Number(rows), seed: Number(seed), day: Number(day) };
}

/** The lists that are the same whatever the seed: rows by resource. */
const writtenLists: Readonly<Record<string, readonly Row[]>> = {
  ...codeLists,
  sudovi: caseCourts,
  vrstaUpisnika: caseRegisterRows,
};

/** Rows of a list that nobody has written, and that is not about subjects: more than a page. */
const unwrittenRows = 120;

/**
 * Generated rows for every resource of both interfaces, consistent with each other. They depend only on the options and on the
 * contract, which says what a row is made of.
 */
export function generate(options: GenerateOptions, tables: Tables): RowSource {
  return { description: describeGenerated(options), batches: batches(options, tables) };
}

function* batches({ rows, seed, day = 0 }: GenerateOptions, tables: Tables): Generator<Batch> {
  const fitter = new Fitter(seed, tables);
  const fit = (entries: readonly Entry[]): Entry[] => entries.flatMap((entry) => fitter.fit(entry));
  const { ofSubjects, others } = unwritten(tables);
  // The rows that the contract shows come first: what it has an example of is found.
  const shown = (name: string): readonly Row[] =>
    (tables.register.get(name) ?? tables.lists.get(name))?.row.examples ?? [];
  const entriesOf = (lists: Readonly<Record<string, readonly Row[]>>): Entry[] =>
    Object.entries(lists).flatMap(([resource, list]) => list.map((row) => ({ resource, row })));
  const written = entriesOf(writtenLists);
  const made = (name: string): Row[] => {
    const found = [...shown(name), ...lookedUp(tables.register.get(name), written)];
    return [...found, ...emptyRows(Math.max(0, unwrittenRows - found.length))];
  };
  const lists = Object.fromEntries(others.map((name) => [name, made(name)]));
  yield { entries: fit([...written, ...entriesOf(lists)]), share: 0 };
  const subjects = new SubjectGenerator(seed, day);
  const cases = caseCount(rows);
  const total = rows + cases;
  yield* inBatches(rows, 0, total, (index) => {
    const { mbs, entries, came } = subjects.subject(index);
    const own = ofSubjects.flatMap((resource) => {
      const found = lookedUp(tables.register.get(resource), entries);
      return (found.length > 0 ? found : [{}]).map((row) => ({ resource, row: { mbs, ...row } }));
    });
    return [...fit([...entries, ...own]), ...came.flatMap((entry) => fitter.fit(entry, greatestRows + index))];
  });
  yield* inBatches(cases, rows, total, (index) => {
    const row = courtCaseOn(seed, index, day);
    // A case that is gone leaves those after it as they are.
    return row ? fitter.fit({ resource: "predmet", row }, index) : [];
  });
}

/** Resources that nobody has written rows for. Those about subjects have the subject's number, and get one row for each. */
function unwritten(tables: Tables): { readonly ofSubjects: readonly string[]; readonly others: readonly string[] } {
  const written = new Set([...Object.keys(writtenLists), ...subjectResources]);
  const resources = [...tables.register, ...tables.lists].filter(([name]) => !written.has(name));
  const isOfSubjects = ([, { columns }]: (typeof resources)[number]): boolean =>
    columns.some(({ name }) => name === "mbs");
  const names = (list: typeof resources): string[] => list.map(([name]) => name);
  return {
    ofSubjects: names(resources.filter(isOfSubjects)),
    others: names(resources.filter((one) => !isOfSubjects(one))),
  };
}

/**
 * What a resource that nobody has written rows for is looked up by: as the rows of its list show it, or else those of the first resource that
 * has all of these fields. Every resource has its own `id`.
 */
function lookedUp(table: Table | undefined, entries: readonly Entry[]): Row[] {
  const keys = table?.index ?? [];
  if (keys.length === 0) return [];
  const has = ({ row }: Entry): boolean => keys.every((key) => row[key] !== null && row[key] !== undefined);
  const ofList = entries.find((entry) => entry.resource === table?.listed && has(entry))?.resource;
  if (ofList === undefined && keys.includes("id")) return [];
  const resource = ofList ?? entries.find(has)?.resource;
  const rows = entries
    .filter((entry) => entry.resource === resource && has(entry))
    .map(({ row }) => Object.fromEntries(keys.map((key) => [key, row[key]])));
  return [...new Map(rows.map((row) => [JSON.stringify(row), row])).values()];
}

const emptyRows = (count: number): Row[] => Array.from({ length: count }, () => ({}));

function* inBatches(
  count: number,
  before: number,
  total: number,
  make: (index: number) => readonly Entry[],
): Generator<Batch> {
  for (let from = 0; from < count; from += batchSize) {
    const size = Math.min(batchSize, count - from);
    const entries = Array.from({ length: size }, (_, index) => make(from + index)).flat();
    yield { entries, share: (before + from + size) / total };
  }
}
