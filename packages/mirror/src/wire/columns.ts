/** Between a row on the wire and its columns. What a column cannot hold, or the contract does not know, goes into `extra`. */
import { MirrorError } from "../mirror-error.ts";
import type { Column, ColumnType } from "./list.ts";
import { Digits, exactNumber, isWireObject, parseWire, type WireObject, type WireValue, writeWire } from "./wire.ts";

/** A value as a database takes it. */
export type ColumnValue = string | number | bigint | boolean | null;

/** A row as it is stored. */
export interface StoredRow {
  /** A value per column, in their order. */
  readonly values: readonly ColumnValue[];
  /** JSON of what has no column, or of what its column cannot give back exactly; null if there is nothing. */
  readonly extra: string | null;
  /** Names of the fields whose values are outside their type. */
  readonly misfits: readonly string[];
}

/** What a column holds of a value. */
interface Held {
  value: ColumnValue;
  /** Whether the column gives back what was sent; otherwise `extra` keeps it too. */
  exact: boolean;
  /** Whether the value is outside its type, although the column has a form of it. */
  isMisfit?: boolean;
}

/** What a column holds of a value; undefined if the value is outside its type. */
type Conversion = (value: WireValue) => Held | undefined;

const maxInteger = 2n ** 63n - 1n;
const minInteger = -(2n ** 63n);
/** Powers of ten that a decimal may be written with: more would be a text of many pages. */
const maxExponent = 400;
/** Digits that a decimal may have: PostgreSQL keeps 16,383 behind the point. */
const maxDigits = 10_000;

/** The digits of a number, or undefined for anything else. */
const digitsOf = (value: WireValue): string | undefined =>
  value instanceof Digits ? value.text : typeof value === "number" ? String(value) : undefined;

/** Writes a number without an exponent, such as `12345678.9` for `1.23456789E7`. Undefined if it would be too long. */
export function plainDecimal(digits: string): string | undefined {
  const [, sign = "", whole = "", fraction = "", power = "0"] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(digits) ?? [];
  const exponent = Number(power);
  if (whole === "" || Math.abs(exponent) > maxExponent) return undefined;
  const all = whole + fraction;
  const point = whole.length + exponent;
  const padded = point > 0 ? all.padEnd(point, "0") : "0".repeat(1 - point) + all;
  const at = Math.max(point, 1);
  const before = padded.slice(0, at).replace(/^0+(?=\d)/, "");
  const after = padded.slice(at);
  const isZero = !/[1-9]/.test(before + after);
  return `${isZero ? "" : sign}${before}${after && `.${after}`}`;
}

/** An integer. A text of digits, such as an `mbs` with its zeros, is outside the type, but its number has a column: subjects are found by it. */
const toIntegerColumn: Conversion = (value) => {
  if (typeof value === "string") {
    const held = /^\d{1,19}$/.test(value) ? toIntegerColumn(exactNumber(String(BigInt(value)))) : undefined;
    return held && { ...held, exact: false, isMisfit: true };
  }
  const digits = digitsOf(value);
  const plain = digits === undefined ? undefined : plainDecimal(digits);
  if (plain === undefined || plain.length > maxExponent) return undefined;
  const [whole = "", fraction = ""] = plain.split(".");
  if (/[1-9]/.test(fraction)) return undefined;
  const integer = BigInt(whole);
  if (integer > maxInteger || integer < minInteger) return undefined;
  return { value: integer, exact: String(integer) === digits };
};

/** The integer that a column of integers holds of a value; undefined if it holds none. */
export function integerIn(value: WireValue): bigint | undefined {
  const held = toIntegerColumn(value)?.value;
  return typeof held === "bigint" ? held : undefined;
}

const toDecimalColumn: Conversion = (value) => {
  const digits = digitsOf(value);
  const plain = digits === undefined ? undefined : plainDecimal(digits);
  if (plain === undefined || plain.length > maxDigits) return undefined;
  return { value: plain, exact: plain === digits };
};

/** What no database keeps: half of a surrogate pair, and in PostgreSQL the character zero. */
const unkept = /[\p{Surrogate}\0]/u;

const toJsonColumn: Conversion = (value) =>
  isWireObject(value) || Array.isArray(value) ? { value: writeWire(value), exact: true } : undefined;

const conversions: Readonly<Record<ColumnType, Conversion>> = {
  integer: toIntegerColumn,
  decimal: toDecimalColumn,
  // A text that is kept goes into its column as it is.
  text: () => undefined,
  boolean: (value) => (typeof value === "boolean" ? { value, exact: true } : undefined),
  json: toJsonColumn,
};

/** Whether a value goes into its column as it is, as most do. */
const isPlain = (value: WireValue, type: ColumnType): boolean =>
  type === "text"
    ? typeof value === "string" && !unkept.test(value)
    : type === "integer" && Number.isSafeInteger(value);

/** Makes a function that turns the rows of a list into stored rows. */
export function rowStorer(columns: readonly Column[]): (row: WireObject) => StoredRow {
  const names = new Set(columns.map(({ name }) => name));
  return (row) => {
    const values: ColumnValue[] = [];
    const misfits: string[] = [];
    const extra: string[] = [];
    const keep = (name: string, value: WireValue): number => extra.push(`${JSON.stringify(name)}:${writeWire(value)}`);
    for (const { name, type } of columns) {
      const value = Object.hasOwn(row, name) ? (row[name] as WireValue) : null;
      if (value === null || isPlain(value, type)) {
        values.push(value as ColumnValue);
        continue;
      }
      const held = conversions[type](value);
      values.push(held?.value ?? null);
      if (held === undefined || held.isMisfit) misfits.push(name);
      if (!held?.exact) keep(name, value);
    }
    for (const name of Object.keys(row)) {
      const value = row[name] as WireValue;
      if (!names.has(name) && value !== null) keep(name, value);
    }
    return { values, extra: extra.length > 0 ? `{${extra.join(",")}}` : null, misfits };
  };
}

/** What a row holds is nothing that the mirror has written: another program has changed it. */
export class DamagedValue extends MirrorError {
  readonly field: string;
  readonly value: string;

  constructor(field: string, stored: unknown) {
    const value = String(stored).slice(0, 300);
    super(
      "damaged",
      `A row is damaged: its ${field} is ${value}, which the mirror has not written. The command verify names the row. Restore the target from a backup, or copy the register into another one.`,
    );
    this.field = field;
    this.value = value;
  }
}

/** The value of a column as it was on the wire. Databases give integers as bigints or texts, and booleans as 0 and 1. */
function sent({ name, type }: Pick<Column, "name" | "type">, value: unknown): WireValue {
  const text = String(value);
  if (type === "text") return text;
  if (type === "boolean") return value === true || text === "1";
  if (type !== "json") {
    if (typeof value === "bigint" || numberText.test(text)) return exactNumber(text);
    throw new DamagedValue(name, value);
  }
  try {
    return parseWire(text);
  } catch {
    throw new DamagedValue(name, value);
  }
}

/** How a number is stored. */
const numberText = /^-?\d+(?:\.\d+)?$/;

/** What `extra` has: fields by their names. */
function fieldsIn(extra: unknown): WireObject {
  const fields = sent({ name: "extra", type: "json" }, extra);
  if (isWireObject(fields)) return fields;
  throw new DamagedValue("extra", extra);
}

/**
 * Makes a function that turns stored rows, as objects by column, back into rows on the wire.
 *
 * @throws DamagedValue from that function.
 */
export function rowReader(columns: readonly Column[]): (stored: Readonly<Record<string, unknown>>) => WireObject {
  return (stored) => {
    const row: Record<string, WireValue> = Object.create(null);
    for (const column of columns) {
      const value = stored[column.name];
      if (value != null) row[column.name] = sent(column, value);
    }
    // What `extra` holds beside a column is what was sent.
    const extra = stored.extra == null ? {} : fieldsIn(stored.extra);
    for (const name of Object.keys(extra)) row[name] = extra[name] as WireValue;
    return row;
  };
}
