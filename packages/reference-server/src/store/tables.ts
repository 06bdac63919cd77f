import type { CasesContract } from "../contract/cases.ts";
import { isScalar, isWhole, type RowType, type ScalarField } from "../contract/fields.ts";
import type { RegisterContract } from "../contract/register.ts";
import { entities, xmlColumn } from "../representation/rows.ts";
import { columnTypes } from "./values.ts";

/** A table of every state: rows of one type, at dense positions from 0 in the order in which they were loaded. */
export interface Table {
  /** Unique ignoring case, as SQLite requires: both interfaces have a court. */
  readonly name: string;
  readonly row: RowType;
  readonly columns: readonly ScalarField[];
  /** Definitions of columns that SQLite computes when a row is loaded. */
  readonly computed: readonly string[];
  /** Columns that rows are looked up by. */
  readonly index: readonly string[];
  /** The rows of the list whose path precedes that of the one object that a row is, such as `/sud` in `/sud/{id}`. */
  readonly listed?: string;
}

/** The tables of one state, from the two specs. */
export interface Tables {
  readonly register: ReadonlyMap<string, Table>;
  readonly case: Table;
  /** By the field of the case that lists them. */
  readonly children: ReadonlyMap<string, Table>;
  /** By the query field that lists them. */
  readonly lists: ReadonlyMap<string, Table>;
  readonly all: readonly Table[];
}

/** Name of the table that searches of subjects read: their names with letter case folded, and whether they are active. */
export const searchTable = "search";

/** Name of the table of nested objects: what is known of an id, ready in both representations. */
export const expansionTable = "expansion";

/** @param prefix - `a` for the REST interface; of GraphQL, `b` for fields of the query root and `c` for those of a case. */
function table(prefix: "a" | "b" | "c", name: string, row: RowType, index: readonly string[] = []): Table {
  const columns = row.fields.filter(isScalar);
  // Only rows of the REST interface are written as XML.
  const computed = prefix === "a" ? entities(columns) : [];
  // The contract may have renamed one of them.
  const indexed = index.filter((one) => columns.some((column) => column.name === one));
  return { name: `${prefix}_${name}`, row, columns, computed, index: indexed };
}

/** The rows of the list of which an operation with a parameter in its path finds one: a list of that path without it. */
function listedRow({ operations }: RegisterContract, row: RowType): string | undefined {
  const before = operations.filter((one) => one.row.name === row.name).map(({ path }) => path.split("/{")[0]);
  const list = operations.find(({ path, answer }) => answer === "list" && before.includes(path.replace(/\/$/, "")));
  return list?.row.name;
}

export function planTables(register: RegisterContract, cases: CasesContract): Tables {
  const looked = (row: RowType): string[] => [
    // Searches join names to subjects by mbs.
    ...(row.name === "skracena_tvrtka" ? ["mbs"] : []),
    ...register.operations
      .filter((operation) => operation.row.name === row.name)
      .flatMap(({ selecting }) => selecting.filter((one) => one.in === "path").map(({ name }) => name)),
  ];
  const registerTables = new Map(
    register.rows.map((row) => {
      const listed = listedRow(register, row);
      return [row.name, { ...table("a", row.name, row, [...new Set(looked(row))]), ...(listed ? { listed } : {}) }];
    }),
  );
  const caseTable = table("b", "predmet", cases.case, ["oznakaBroj", "sudId"]);
  // Lists of the GraphQL interface are named after their fields: two of them may have rows of the same type.
  const children = new Map(cases.children.map(({ field, row }) => [field, table("c", field, row, ["predmetId"])]));
  const lists = new Map(cases.lists.map(({ field, row }) => [field, table("b", field, row)]));
  const all = [...registerTables.values(), caseTable, ...children.values(), ...lists.values()];
  return { register: registerTables, case: caseTable, children, lists, all };
}

/** The name of a table in the state with the number `state`. */
export const tableIn = (state: number, name: string): string => `"s${state}_${name}"`;

/** Statements that create the tables of a state. */
export function createTables(state: number, tables: Tables): string {
  const rows = tables.all.map(({ name, row, columns, computed }) => {
    const list = columns.map((column) => `"${column.name}" ${columnTypes[column.kind]}`);
    const wholes = row.fields
      .filter(isWhole)
      .flatMap((field) => [`"${field.name}" TEXT`, `${xmlColumn(field.name)} TEXT`]);
    const all = ["pos INTEGER PRIMARY KEY", ...list, ...wholes, ...computed];
    return `CREATE TABLE ${tableIn(state, name)} (${all.join(", ")});`;
  });
  return [
    ...rows,
    `CREATE TABLE ${tableIn(state, searchTable)} (pos INTEGER PRIMARY KEY, active INTEGER, names TEXT);`,
    `CREATE TABLE ${tableIn(state, expansionTable)} (schema TEXT, id TEXT, json TEXT, xml TEXT, PRIMARY KEY (id, schema)) WITHOUT ROWID;`,
  ].join("\n");
}

/** Statements that create the indexes of a state, after its rows: that is faster than keeping them up to date. */
export function createIndexes(state: number, tables: Tables): string[] {
  return tables.all
    .filter(({ index }) => index.length > 0)
    .map(({ name, index }) => {
      const columns = index.map((column) => `"${column}"`).join(", ");
      return `CREATE INDEX "s${state}_${name}_index" ON ${tableIn(state, name)} (${columns})`;
    });
}

/** Statements that remove a state, its indexes with it. */
export function dropTables(state: number, tables: Tables): string[] {
  const names = [...tables.all.map(({ name }) => name), searchTable, expansionTable];
  return names.map((name) => `DROP TABLE IF EXISTS ${tableIn(state, name)}`);
}
