import type { DatabaseSync } from "node:sqlite";
import { setImmediate } from "node:timers/promises";
import { printable } from "#kit/printable";
import { parseExact } from "../contract/exact-json.ts";
import { isExpanded, isScalar, type ObjectField } from "../contract/fields.ts";
import type { EncodedRow } from "../representation/objects.ts";
import { ExpansionWriter, encodeField, RowWriter } from "./row-writer.ts";
import { foldName } from "./search.ts";
import type { ExampleCase } from "./states.ts";
import { createIndexes, createTables, searchTable, type Table, type Tables, tableIn } from "./tables.ts";
import { checkBounds, fromSql, type Row, type SqliteValue, ValueError, within } from "./values.ts";

/** A row to load. */
export interface Entry {
  /** A resource of the REST interface, or `predmet`, `sudovi`, `vrstaUpisnika` of the GraphQL interface. A case carries its lists. */
  readonly resource: string;
  readonly row: Row;
  /** Line of the user's file it comes from. */
  readonly line?: number;
}

/** Rows that are written between two turns of the event loop. */
export interface Batch {
  readonly entries: readonly Entry[];
  /** How much of the source has been read so far, from 0 to 1. */
  readonly share: number;
}

/** Where rows come from. */
export interface RowSource {
  /** One line for people, kept with the state. */
  readonly description: string;
  readonly batches: AsyncIterable<Batch> | Iterable<Batch>;
}

/** Data that cannot be loaded, such as a row that does not fit the contract. The message says where and why. Nothing was changed. */
export class LoadError extends Error {
  override readonly name = "LoadError" as const;

  constructor(message: string, options?: ErrorOptions) {
    super(printable(message), options);
  }
}

/** How far a load has come. */
export interface Progress {
  readonly rows: number;
  /** From 0 to 1. Indexes follow after that. */
  readonly share: number;
}

/** Callbacks of a load. */
export interface LoadHooks {
  readonly onProgress?: (progress: Progress) => void;
  /** One line about something that is not an error. */
  readonly onNote?: (note: string) => void;
}

export interface Loaded {
  readonly counts: Readonly<Record<string, number>>;
  readonly exampleCases: readonly ExampleCase[];
}

const exampleCount = 5;

/** Lists of the REST interface that have the expanded form of nested objects too, by the schema of the object. */
export const explainedBy: Readonly<Record<string, string>> = {
  drzava_expanded: "drzava",
  jezik: "jezik",
  nac_klas_djelatnosti: "nacionalna_klasa_djelatnosti",
  sud_nadlezan: "sud",
};

/** Writes all rows of a source into fresh tables of the state `state`. Runs inside the caller's transaction. */
export async function loadRows(
  database: DatabaseSync,
  state: number,
  tables: Tables,
  source: RowSource,
  hooks: LoadHooks,
): Promise<Loaded> {
  database.exec(createTables(state, tables));
  const loader = new Loader(database, state, tables, hooks);
  let rows = 0;
  for await (const { entries, share } of source.batches) {
    for (const entry of entries) loader.add(entry);
    rows += entries.length;
    hooks.onProgress?.({ rows, share });
    await setImmediate();
  }
  loader.noteReplaced();
  loader.explainIds();
  for (const statement of createIndexes(state, tables)) {
    database.exec(statement);
    await setImmediate();
  }
  await fillSearch(database, state, tables, loader.counts().a_subjekt ?? 0);
  return { counts: loader.counts(), exampleCases: loader.exampleCases };
}

const place = ({ resource, line }: Entry): string =>
  line === undefined ? `generated row of ${resource}` : `${resource}.ndjson, line ${line}`;

class Loader {
  readonly #database: DatabaseSync;
  readonly #state: number;
  readonly #tables: Tables;
  readonly #expansions: ExpansionWriter;
  readonly #hooks: LoadHooks;
  readonly #writers = new Map<Table, RowWriter>();
  /** Ids of the cases so far. The lists of a case are found by its id: two of one id would both have the lists of both. */
  readonly #cases = new Set<string>();
  #entry: Entry | undefined;
  #replaced = 0;
  #firstReplaced: string | undefined;
  readonly exampleCases: ExampleCase[] = [];
  #fullExamples = 0;

  constructor(database: DatabaseSync, state: number, tables: Tables, hooks: LoadHooks) {
    this.#database = database;
    this.#state = state;
    this.#tables = tables;
    this.#hooks = hooks;
    this.#expansions = new ExpansionWriter(database, state);
    for (const table of tables.all) {
      this.#writers.set(table, new RowWriter(database, state, table, this.#expansions, this.#onReplaced));
    }
  }

  readonly #onReplaced = (count: number): void => {
    this.#firstReplaced ??= this.#entry && place(this.#entry);
    this.#replaced += count;
  };

  /** Reports how many characters that XML cannot represent were replaced: data never changes silently. */
  noteReplaced(): void {
    if (this.#replaced === 0) return;
    const characters =
      this.#replaced === 1
        ? "1 character that XML cannot represent was"
        : `${this.#replaced} characters that XML cannot represent were`;
    const what = `${characters} replaced with U+FFFD`;
    this.#hooks.onNote?.(`${what}, the first in ${this.#firstReplaced}.`);
  }

  counts(): Record<string, number> {
    return Object.fromEntries([...this.#writers].map(([{ name }, { count }]) => [name, count]));
  }

  add(entry: Entry): void {
    this.#entry = entry;
    try {
      if (entry.resource === "predmet") this.#addCase(entry.row);
      else this.#write(this.#tables.register.get(entry.resource) ?? this.#tables.lists.get(entry.resource), entry.row);
    } catch (error) {
      if (!(error instanceof ValueError)) throw error;
      throw new LoadError(`${place(entry)}: ${error.message}. Nothing was changed.`, { cause: error });
    }
  }

  #write(table: Table | undefined, row: Row): void {
    const writer = table && this.#writers.get(table);
    if (writer === undefined) throw new ValueError("there is no such resource");
    writer.write(row);
  }

  #addCase(row: Row): void {
    const own: [string, unknown][] = [];
    const lists: [string, readonly unknown[]][] = [];
    for (const [name, value] of Object.entries(row)) {
      if (!this.#tables.children.has(name)) own.push([name, value]);
      else if (Array.isArray(value)) lists.push([name, value]);
      else if (value !== null) throw new ValueError(`the field ${name} must be a list`);
    }
    const { id } = row;
    if (this.#cases.has(String(id))) throw new ValueError(`the field id is ${id}, which an earlier case has`);
    if (id !== null && id !== undefined) this.#cases.add(String(id));
    this.#write(this.#tables.case, Object.fromEntries(own));
    for (const [name, items] of lists) {
      for (const [index, item] of items.entries()) {
        within(`in ${name}, item ${index + 1},`, () => this.#addChild(name, row.id, item));
      }
    }
    this.#offerExample(row, lists.filter(([, items]) => items.length > 0).length);
  }

  #addChild(name: string, caseId: unknown, item: unknown): void {
    if (typeof item !== "object" || item === null) throw new ValueError("must be an object");
    if (caseId === null || caseId === undefined) throw new ValueError("belongs to a case, but the field id is missing");
    const { predmetId } = item as Row;
    if (predmetId !== undefined && predmetId !== null && String(predmetId) !== String(caseId)) {
      throw new ValueError(`the field predmetId is ${predmetId}, which is another case`);
    }
    this.#write(this.#tables.children.get(name), { ...item, predmetId: predmetId ?? caseId });
  }

  /** The first cases with different marks are examples; those with rows in every list go before the others. */
  #offerExample(row: Row, filledLists: number): void {
    const { oznakaBroj, sudId } = row;
    if (typeof oznakaBroj !== "string" || sudId === null || sudId === undefined) return;
    const isKnown = this.exampleCases.some((example) => example.oznakaBroj === oznakaBroj);
    if (isKnown || this.exampleCases.length === exampleCount) return;
    const isFull = filledLists === this.#tables.children.size;
    const place = isFull ? this.#fullExamples : this.exampleCases.length;
    this.exampleCases.splice(place, 0, { oznakaBroj, sud: String(sudId) });
    if (isFull) this.#fullExamples += 1;
  }

  /** Expands ids that no row expanded itself, from the lists of countries, languages, classes and courts. */
  explainIds(): void {
    for (const field of this.#objectFields()) {
      const list = this.#tables.register.get(explainedBy[field.schema] ?? "");
      if (list === undefined) continue;
      const statement = this.#database.prepare(`SELECT * FROM ${tableIn(this.#state, list.name)}`);
      statement.setReadBigInts(true);
      for (const row of statement.all() as EncodedRow[]) {
        const id = row.id;
        if (typeof id === "bigint" && !this.#expansions.has(field.schema, id)) {
          within(`the row ${id} of ${list.row.name}, which is the ${field.name} of other rows, is wrong there:`, () =>
            checkExpansion(field, row),
          );
          this.#expansions.addRow(field, id, unwritten(field, row));
        }
      }
    }
  }

  #objectFields(): ObjectField[] {
    const fields = [...this.#tables.register.values()].flatMap(({ row }) => row.fields);
    const objects = fields.filter(isExpanded);
    return [...new Map(objects.map((field) => [field.schema, field])).values()];
  }
}

/** A row of a list with what is kept as text in it as values again. */
function unwritten({ fields }: ObjectField, row: EncodedRow): EncodedRow {
  const texts = fields.filter((field) => !isScalar(field) && typeof row[field.name] === "string");
  const values = texts.map((field) => {
    const value = parseExact(String(row[field.name]));
    return [field.name, encodeField(field, value, () => undefined)] as const;
  });
  return values.length === 0 ? row : { ...row, ...Object.fromEntries(values) };
}

/** @throws {ValueError} when a row of a list is not one that the contract allows as a nested object. */
function checkExpansion({ fields }: ObjectField, row: EncodedRow): void {
  for (const field of fields) {
    const value = row[field.name];
    if (!isScalar(field) || field.bounds === undefined || value === undefined || typeof value === "object") continue;
    within(`its ${field.name}`, () => checkBounds(field, fromSql(field.kind, value as SqliteValue)));
  }
}

/** Rows of the search table made between two turns of the event loop. */
const searchSlice = 5_000;

/** Nothing is searched that the contract does not have, or no longer. */
async function fillSearch(database: DatabaseSync, state: number, tables: Tables, subjects: number): Promise<void> {
  const has = (resource: string, ...columns: string[]): boolean =>
    columns.every((column) => tables.register.get(resource)?.columns.some(({ name }) => name === column));
  if (!tables.register.has("subjekt")) return;
  database.function("fold_name", { deterministic: true }, (name) => (name === null ? null : foldName(String(name))));
  // All text of a short name, whatever the contract calls it.
  const named = (tables.register.get("skracena_tvrtka")?.columns ?? []).filter(({ kind }) => kind === "string");
  const texts = named.map(({ name }) => `group_concat(fold_name("${name}"), char(10))`).join(", ");
  const names = `SELECT nullif(concat_ws(char(10), ${texts}), '') FROM ${tableIn(state, "a_skracena_tvrtka")} t`;
  const isNamed = has("subjekt", "mbs") && has("skracena_tvrtka", "mbs") && named.length > 0;
  const fill = database.prepare(
    `INSERT INTO ${tableIn(state, searchTable)}
     SELECT pos, ${has("subjekt", "datum_brisanja") ? "datum_brisanja IS NULL" : "1"}, ${isNamed ? `(${names} WHERE t.mbs = s.mbs)` : "NULL"}
     FROM ${tableIn(state, "a_subjekt")} s WHERE pos >= ? AND pos < ?`,
  );
  for (let from = 0; from < subjects; from += searchSlice) {
    fill.run(from, from + searchSlice);
    await setImmediate();
  }
}
