import {
  type Field,
  isExpanded,
  isScalar,
  type ListedField,
  type ObjectField,
  type RowType,
  type ScalarField,
  type WholeField,
} from "../contract/fields.ts";
import { type Entry, explainedBy, LoadError } from "../store/load.ts";
import type { Table, Tables } from "../store/tables.ts";
import type { Row } from "../store/values.ts";
import { codeLists } from "./code-lists.ts";
import { fits, madeValue } from "./made-values.ts";
import { SeededRandom } from "./random.ts";

/**
 * Fits rows written by hand to the contract, which may have changed since. A value stays if the contract still has its field; a
 * field that a row does not name gets a value made from its kind and examples. So whoever writes rows names every field, with
 * null for no value.
 */
export class Fitter {
  readonly #seed: number;
  readonly #tables: Tables;
  /** Rows so far, by resource. */
  readonly #counts = new Map<string, number>();
  /** Nested objects by schema and id: an id is expanded the same way everywhere. */
  readonly #objects = new Map<string, Row>();
  /** Fields of nested objects, by the list whose rows they are made of and their name. */
  readonly #nestedFields = new Map<string, readonly ScalarField[]>();

  constructor(seed: number, tables: Tables) {
    this.#seed = seed;
    this.#tables = tables;
    for (const { row } of tables.register.values())
      for (const object of row.fields) {
        const list = isExpanded(object) ? explainedBy[object.schema] : undefined;
        if (!isExpanded(object) || list === undefined) continue;
        for (const field of object.fields.filter(isScalar)) {
          const key = `${list} ${field.name}`;
          this.#nestedFields.set(key, [...(this.#nestedFields.get(key) ?? []), field]);
        }
      }
  }

  /**
   * The row as the contract has it, or nothing if there is no such resource.
   *
   * @param place - What its values are made from, if it is not to count: a row of some days alone would make others of those after it.
   */
  fit({ resource, row }: Entry, place?: number): Entry[] {
    const table = this.#table(resource);
    if (table === undefined) return [];
    const index = place ?? this.#counts.get(resource) ?? 0;
    if (place === undefined) this.#counts.set(resource, index + 1);
    const fitted = this.#row(table.row, row, resource, index);
    if (resource !== "predmet") return [{ resource, row: fitted }];
    return [{ resource, row: { ...fitted, ...this.#lists(row, fitted.id, index) } }];
  }

  #table(resource: string): Table | undefined {
    if (resource === "predmet") return this.#tables.case;
    return this.#tables.register.get(resource) ?? this.#tables.lists.get(resource);
  }

  /** The lists of a case. One that is new has one row. */
  #lists(row: Row, id: unknown, index: number): Row {
    // The rows of a list are found by the id of their case.
    if (id === null || id === undefined) return {};
    const lists = [...this.#tables.children].map(([name, { row: type }]) => {
      const items = (row[name] ?? [{}]) as readonly Row[];
      return [name, items.map((item, n) => this.#row(type, { predmetId: id, ...item }, name, index * 100 + n))];
    });
    return Object.fromEntries(lists);
  }

  #row(type: RowType, row: Row, stream: string, index: number): Row {
    const fitted: Record<string, unknown> = {};
    for (const field of type.fields) {
      if (isScalar(field)) fitted[field.name] = this.#scalar(type, this.#demanded(type, field), row, stream, index);
    }
    for (const field of type.fields) {
      if (isExpanded(field)) fitted[field.name] = this.#expanded(type, field, row, fitted);
      else if (!isScalar(field)) fitted[field.name] = this.#whole(type, field, row, stream, index);
    }
    return fitted;
  }

  /** A field of a list with what the contract says of the same field where a row of the list is a nested object. */
  #demanded({ name }: RowType, field: ScalarField): ScalarField {
    const others = this.#nestedFields.get(`${name} ${field.name}`);
    if (others === undefined) return field;
    const all = [field, ...others];
    const bounds = all.flatMap((one) => one.bounds ?? []);
    return { ...field, required: all.some(({ required }) => required), ...(bounds.length > 0 && { bounds }) };
  }

  #scalar(type: RowType, field: ScalarField, row: Row, stream: string, index: number): unknown {
    const { name, required } = field;
    const written = row[name];
    const isNone = written === null || written === undefined;
    if (isNone ? name in row && (!required || field.nullable) : fits(field, written)) return written;
    if (name === "id" && fits(field, index + 1)) return index + 1;
    const random = new SeededRandom(this.#seed, `${stream} ${name}`, index);
    // What may be null, is so now and then.
    if (field.nullable && written === undefined && random.chance(0.25)) return null;
    const object = type.fields.find((other) => other.kind === "object" && other.idField === name);
    const list = object?.kind === "object" ? codeLists[explainedBy[object.schema] ?? ""] : undefined;
    const shown = list?.map(({ id }) => id) ?? type.examples.map((example) => example[name]);
    const made = madeValue(field, written, shown, random);
    if (made === undefined && required && !field.nullable)
      throw new LoadError(
        `${stream}: no value is made up for the required field ${name}: give it an \`example\` in the contract that its schema allows.`,
      );
    return made;
  }

  /** The expanded form of an id: as it was written or made before, unless a list of the contract has it. */
  #expanded(type: RowType, field: ObjectField, row: Row, { [field.idField ?? ""]: id }: Row): unknown {
    if (id === null || id === undefined || this.#tables.register.has(explainedBy[field.schema] ?? "")) return undefined;
    const key = `${field.schema} ${id}`;
    const shown = type.examples.find((example) => example[field.idField ?? ""] === id)?.[field.name];
    const object = this.#objects.get(key) ?? this.#nested(field, row[field.name] ?? shown, { id }, key);
    this.#objects.set(key, object);
    return object;
  }

  /** An object, also one inside another, which needs no id. */
  #nested(field: ObjectField, written: unknown, own: Row, stream: string, index = 0): Row {
    const row: Row = { ...own, ...(written as Row | undefined) };
    const type: RowType = { name: field.schema, fields: field.fields, examples: [] };
    const scalars = this.#row({ ...type, fields: field.fields.filter(isScalar) }, row, stream, index);
    const others = field.fields.filter((inner) => !isScalar(inner));
    const inner = others.map((one) => [
      one.name,
      one.kind === "object"
        ? this.#nested(one, row[one.name], {}, `${stream} ${one.name}`, index)
        : this.#whole(type, one, row, stream, index),
    ]);
    return { ...scalars, ...Object.fromEntries(inner) };
  }

  /** A list, or an object without an id: as it was written, as an example shows it, or made up. */
  #whole(type: RowType, field: WholeField, row: Row, stream: string, index: number): unknown {
    const { name, required, nullable } = field;
    const written = row[name];
    if ((written === null || written === undefined) && name in row && (!required || nullable)) return null;
    const random = new SeededRandom(this.#seed, `${stream} ${name}`, index);
    if (nullable && written === undefined && random.chance(0.25)) return null;
    const shown = type.examples.map((example) => example[name]);
    if (field.kind === "list") return this.#list(field, written, shown.flat(), `${stream} ${name}`, index, random);
    return this.#nested(field, isObject(written) ? written : undefined, {}, `${stream} ${name}`, index);
  }

  #list(
    { items }: ListedField,
    written: unknown,
    shown: readonly unknown[],
    stream: string,
    index: number,
    random: SeededRandom,
  ): unknown[] {
    const given = Array.isArray(written)
      ? written
      : Array.from({ length: random.chance(0.1) ? 0 : random.between(1, 3) }, () => undefined);
    return given.map((item, n) => this.#item(items, item, shown, `${stream} ${n}`, index));
  }

  #item(field: Field, written: unknown, shown: readonly unknown[], stream: string, index: number): unknown {
    if (written === null && field.nullable) return null;
    if (field.kind === "object") return this.#nested(field, isObject(written) ? written : undefined, {}, stream, index);
    const random = new SeededRandom(this.#seed, stream, index);
    if (field.kind === "list") return this.#list(field, written, shown.flat(), stream, index, random);
    if (fits(field, written)) return written;
    const made = madeValue(field, written, shown, random);
    if (made !== undefined) return made;
    throw new LoadError(
      `${stream}: no value is made up for an item: give the list an \`example\` in the contract that its schema allows.`,
    );
  }
}

const isObject = (value: unknown): value is Row => typeof value === "object" && value !== null && !Array.isArray(value);
