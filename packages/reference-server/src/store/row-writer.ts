import type { DatabaseSync, StatementSync } from "node:sqlite";
import { type Field, isExpanded, isScalar, isWhole, type ObjectField, type WholeField } from "../contract/fields.ts";
import {
  type Encoded,
  type EncodedRow,
  jsonObject,
  jsonValue,
  xmlElements,
  xmlFields,
} from "../representation/objects.ts";
import { expansionTable, type Table, tableIn } from "./tables.ts";
import { encode, type Row, type SqliteValue, ValueError, within } from "./values.ts";

/** Writes the expanded forms of ids during a load: the same id must be expanded the same way everywhere (section 2.1). */
export class ExpansionWriter {
  readonly #insert: StatementSync;
  readonly #known = new Map<string, string>();
  /** The generator uses the same object again and again: one that has been checked needs no second check. */
  readonly #seen = new WeakMap<object, SqliteValue>();

  constructor(database: DatabaseSync, state: number) {
    this.#insert = database.prepare(`INSERT INTO ${tableIn(state, expansionTable)} VALUES (?, ?, ?, ?)`);
  }

  has(schema: string, id: SqliteValue): boolean {
    return this.#known.has(`${schema} ${id}`);
  }

  add(field: ObjectField, id: SqliteValue, value: unknown, onReplaced: (count: number) => void): void {
    const isObject = typeof value === "object" && value !== null;
    if (isObject && this.#seen.get(value) === id) return;
    const row = encodeObject(field.fields, value, onReplaced);
    // It is the expanded form of the id next to it (section 2.1).
    if (row.id !== undefined && String(row.id) !== String(id)) {
      throw new ValueError(`has the id ${row.id}, but ${field.idField} is ${id}`);
    }
    this.addRow(field, id, row);
    if (isObject) this.#seen.set(value, id);
  }

  addRow(field: ObjectField, id: SqliteValue, row: EncodedRow): void {
    const json = jsonObject(field.fields, row);
    const known = this.#known.get(`${field.schema} ${id}`);
    if (known === json) return;
    if (known !== undefined) throw new ValueError(`differs from what an earlier row has for the id ${id}: ${known}`);
    this.#known.set(`${field.schema} ${id}`, json);
    this.#insert.run(field.schema, String(id), json, xmlFields(field.fields, row));
  }
}

function encodeObject(fields: readonly Field[], value: unknown, onReplaced: (count: number) => void): EncodedRow {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new ValueError("must be an object");
  const known = new Map(fields.map((field) => [field.name, field]));
  const row: Record<string, EncodedRow[string]> = {};
  for (const [name, inner] of Object.entries(value)) {
    const field = known.get(name);
    if (field === undefined) throw new ValueError(`has no field ${name}`);
    if (inner === null || inner === undefined) continue;
    row[name] = within(`is wrong: its ${name}`, () => encodeField(field, inner, onReplaced));
  }
  return row;
}

/** The value of a field at any depth. @throws {ValueError} when the contract does not allow it. */
export function encodeField(field: Field, value: unknown, onReplaced: (count: number) => void): Encoded {
  if (field.kind === "object") return encodeWhole(field.fields, value, onReplaced);
  if (field.kind !== "list") return encode(field, value, onReplaced);
  if (!Array.isArray(value)) throw new ValueError("must be a list");
  const { items } = field;
  return value.map((item, index) =>
    within(`is wrong: its item ${index + 1}`, () => {
      if (item !== null) return encodeField(items, item, onReplaced);
      if (items.nullable) return null;
      throw new ValueError("must not be null");
    }),
  );
}

/** An object without an id, which must have all that the contract requires of it. */
function encodeWhole(fields: readonly Field[], value: unknown, onReplaced: (count: number) => void): EncodedRow {
  const row = encodeObject(fields, value, onReplaced);
  const missing = fields.find(({ name, required, nullable }) => required && !nullable && row[name] === undefined);
  if (missing !== undefined) throw new ValueError(`is wrong: its ${missing.name} is missing`);
  return row;
}

/** Writes the rows of one table of a new state, each checked against its type first. */
export class RowWriter {
  readonly #insert: StatementSync;
  readonly #columns: ReadonlyMap<string, number>;
  readonly #objects: ReadonlyMap<string, ObjectField>;
  /** Where the columns of a field are that is kept as text: the first of two. */
  readonly #wholes: ReadonlyMap<string, readonly [field: WholeField, index: number]>;
  readonly #required: readonly (readonly [index: number, name: string])[];
  readonly #values: SqliteValue[];
  readonly #table: Table;
  readonly #expansions: ExpansionWriter;
  readonly #onReplaced: (count: number) => void;
  /** Rows written so far, which is the position of the next. */
  count = 0;

  constructor(
    database: DatabaseSync,
    state: number,
    table: Table,
    expansions: ExpansionWriter,
    onReplaced: (count: number) => void,
  ) {
    this.#table = table;
    this.#expansions = expansions;
    this.#onReplaced = onReplaced;
    this.#columns = new Map(table.columns.map(({ name }, index) => [name, index + 1]));
    this.#objects = new Map(table.row.fields.filter(isExpanded).map((field) => [field.name, field]));
    const wholes = table.row.fields.filter(isWhole);
    this.#wholes = new Map(
      wholes.map((field, index) => [field.name, [field, table.columns.length + 1 + 2 * index] as const]),
    );
    this.#required = table.row.fields
      .filter((field) => field.required && !field.nullable && (isScalar(field) || isWhole(field)))
      .map(({ name }) => [this.#columns.get(name) ?? this.#wholes.get(name)?.[1] ?? -1, name]);
    this.#values = new Array<SqliteValue>(table.columns.length + 2 * wholes.length + 1).fill(null);
    const marks = this.#values.map(() => "?").join(", ");
    this.#insert = database.prepare(`INSERT INTO ${tableIn(state, table.name)} VALUES (${marks})`);
  }

  /** @throws {ValueError} that names the field, when the row does not fit. */
  write(row: Row): void {
    const values = this.#values.fill(null);
    values[0] = this.count;
    for (const name in row) {
      const value = row[name];
      if (value === null || value === undefined) continue;
      const index = this.#columns.get(name);
      if (index !== undefined) values[index] = this.#encode(name, index, value);
      else if (this.#wholes.has(name)) this.#writeWhole(name, value, values);
      else if (!this.#objects.has(name)) throw new ValueError(`${this.#table.row.name} has no field ${name}`);
    }
    for (const [index, name] of this.#required) {
      if (values[index] === null) throw new ValueError(`the field ${name} is missing`);
    }
    if (this.#objects.size > 0) this.#expand(row, values);
    this.#insert.run(...values);
    this.count += 1;
  }

  #encode(name: string, index: number, value: unknown): SqliteValue {
    const column = this.#table.columns[index - 1];
    if (column === undefined) return null;
    return within(`the field ${name}`, () => encode(column, value, this.#onReplaced));
  }

  /** Keeps a list, or an object without an id, as it is written in each representation. */
  #writeWhole(name: string, value: unknown, values: SqliteValue[]): void {
    const [field, index] = this.#wholes.get(name) ?? [];
    if (field === undefined || index === undefined) return;
    const encoded = within(`the field ${name}`, () => encodeField(field, value, this.#onReplaced));
    values[index] = jsonValue(field, encoded) ?? null;
    values[index + 1] = xmlElements(field, encoded) ?? null;
  }

  #expand(row: Row, values: readonly SqliteValue[]): void {
    for (const [name, field] of this.#objects) {
      const value = row[name];
      if (value === null || value === undefined) continue;
      const id = values[this.#columns.get(field.idField ?? "") ?? -1] ?? null;
      if (id === null) throw new ValueError(`the field ${name} needs ${field.idField ?? "an id"} next to it`);
      within(`the field ${name}`, () => this.#expansions.add(field, id, value, this.#onReplaced));
    }
  }
}
