import { fullFormats } from "ajv-formats/dist/formats.js";
import { expectedBy } from "../contract/bounds.ts";
import { isSameNumber } from "../contract/exact-json.ts";
import type { FieldKind, ScalarField } from "../contract/fields.ts";

/** A value in SQLite. Integers are read as bigint, so that none is rounded. */
export type SqliteValue = string | number | bigint | null;

/** A row from the generator, or from a line of a user's file. */
export type Row = Readonly<Record<string, unknown>>;

/** Raised for a value that does not fit its field; the message is a sentence for people. */
export class ValueError extends Error {
  override readonly name = "ValueError" as const;
}

/** Runs a function, and adds the place to its error if a value does not fit. */
export function within<T>(place: string, run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (error instanceof ValueError) throw new ValueError(`${place} ${error.message}`);
    throw error;
  }
}

/**
 * Column types. An integer without width is kept as decimal text, so that it may be of any size, and a double as the text
 * that JavaScript writes for it, which gives the same double back.
 */
export const columnTypes: Readonly<Record<FieldKind, string>> = {
  int32: "INTEGER",
  int64: "INTEGER",
  boolean: "INTEGER",
  integer: "TEXT",
  double: "TEXT",
  string: "TEXT",
  date: "TEXT",
  "date-time": "TEXT",
  email: "TEXT",
};

const widths = { int32: 2n ** 31n, int64: 2n ** 63n, integer: undefined };
const dateTimeShape = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;
const email = fullFormats.email as RegExp;
const date = fullFormats.date as { validate: (text: string) => boolean };
const dateTime = fullFormats["date-time"] as typeof date;

/** Characters that no XML 1.0 document can contain, not even escaped (XML 1.0, section 2.2), and halves of surrogate pairs. */
const unfitForXml = /[\p{Cs}\ufffe\uffff]|(?![\t\n\r\u007f-\u009f])\p{Cc}/gu;

/**
 * Checks a value of a field and converts it for the database.
 * @throws {ValueError} when the contract does not allow the value.
 */
export function encode(field: ScalarField, value: unknown, onReplaced: (count: number) => void): SqliteValue {
  const encoded = toSql(field.kind, value, onReplaced);
  if (field.bounds !== undefined) checkBounds(field, value);
  return encoded;
}

/** @throws {ValueError} when a value of the right kind is not within the bounds of its field. */
export function checkBounds({ bounds = [] }: ScalarField, value: unknown): void {
  for (const one of bounds) {
    const expected = expectedBy(one, value);
    if (expected !== undefined) throw mismatch(expected, value);
  }
}

/** A value as it was before it was converted for the database, from where integers are read as bigint. */
export function fromSql(kind: FieldKind, value: SqliteValue): unknown {
  if (value === null) return null;
  if (kind === "boolean") return Number(value) !== 0;
  if (kind === "double") return Number(value);
  return kind === "integer" ? BigInt(value) : value;
}

/**
 * Checks a value and converts it for the database. Characters that XML cannot represent become U+FFFD, so that JSON and XML
 * are the same; `onReplaced` is called with their number.
 * @throws {ValueError} when the value does not fit the kind.
 */
export function toSql(kind: FieldKind, value: unknown, onReplaced: (count: number) => void): SqliteValue {
  switch (kind) {
    case "int32":
    case "int64":
    case "integer":
      return toInteger(kind, value);
    case "double":
      return toDouble(value);
    case "boolean":
      if (typeof value !== "boolean") throw mismatch("true or false", value);
      return value ? 1 : 0;
    default:
      return toText(kind, value, onReplaced);
  }
}

function toInteger(kind: "int32" | "int64" | "integer", value: unknown): SqliteValue {
  if (typeof value === "number" ? !Number.isSafeInteger(value) : typeof value !== "bigint") {
    throw mismatch("an integer", value);
  }
  const integer = BigInt(value as number | bigint);
  const bound = widths[kind];
  if (bound === undefined) return String(integer);
  if (integer >= bound || integer < -bound) throw mismatch(`within ${kind}`, value);
  return integer;
}

function toDouble(value: unknown): string {
  if ((typeof value !== "number" && typeof value !== "bigint") || !Number.isFinite(Number(value))) {
    throw mismatch("a number that a double can hold", value);
  }
  const double = String(Number(value));
  if (typeof value === "bigint" && !isSameNumber(String(value), double)) {
    throw mismatch(`a number that a double can hold, such as ${double}`, value);
  }
  return double;
}

function toText(kind: FieldKind, value: unknown, onReplaced: (count: number) => void): string {
  if (typeof value !== "string") throw mismatch("text", value);
  if (kind === "date-time" && !(dateTimeShape.test(value) && dateTime.validate(value))) {
    throw mismatch("a date-time with a time zone, on a day that exists, such as 1993-10-31T00:00:00Z", value);
  }
  if (kind === "date" && !date.validate(value)) throw mismatch("a date that exists, such as 1993-10-31", value);
  if (kind === "email" && !email.test(value)) throw mismatch("an e-mail address", value);
  let replaced = 0;
  const text = value.replace(unfitForXml, () => {
    replaced += 1;
    return "\ufffd";
  });
  if (replaced > 0) onReplaced(replaced);
  return text;
}

function mismatch(expected: string, value: unknown): ValueError {
  // JSON has no infinity, which is what a number beyond the range of a double becomes.
  const isNumber = typeof value === "bigint" || typeof value === "number";
  const text = isNumber ? String(value) : (JSON.stringify(value) ?? String(value));
  return new ValueError(`must be ${expected}, but is ${text.length > 60 ? `${text.slice(0, 60)}…` : text}`);
}
