/** Rows as the service sends them: no digit is lost. */

/** A number whose digits a JavaScript number does not give back, such as `100.00` or `9007199254740993`. */
export class Digits {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** As a string, because JSON.stringify offers no way to write the digits of a number. */
  toJSON(): string {
    return this.text;
  }
}

/** A value of JSON, with the digits of its numbers. */
export type WireValue = null | boolean | string | number | Digits | WireValue[] | WireObject;

/** An object of JSON. */
export interface WireObject {
  readonly [name: string]: WireValue;
}

/**
 * A property that holds a list, or a number that may have to keep its digits: with a fraction, an exponent, sixteen digits or
 * more, or the sign of -0. A quote before the colon, unescaped or not, comes before every value of a property, so nothing is
 * missed; where it is in a text, a page is only read the slow way.
 */
const unusual = /"\s*:\s*(?:\[|-0|-?(?:\d{16}|\d{1,15}[.eE]))/;

type Reviver = (name: string, value: unknown, context: { source?: string }) => unknown;

/** Keeps the digits of a number that would lose some. */
const keepDigits: Reviver = (_name, value, { source = "" }) =>
  typeof value === "number" && String(value) !== source ? new Digits(source) : value;

/** Parses JSON without losing a digit. @throws SyntaxError if it is not JSON. */
export const parseWire = (text: string): WireValue =>
  // The reviver takes several times as long, so that only those who need it pay for it.
  unusual.test(text) || !text.startsWith("[{")
    ? JSON.parse(text, keepDigits as (name: string, value: unknown) => unknown)
    : JSON.parse(text);

/** Parses a page: an array of rows. @throws SyntaxError if it is not one. */
export function parseRows(text: string): WireObject[] {
  const rows = parseWire(text);
  if (!Array.isArray(rows) || !rows.every(isWireObject)) throw new SyntaxError("not an array of objects");
  return rows;
}

/** Whether a value is an object of JSON. */
export const isWireObject = (value: WireValue | undefined): value is WireObject =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Digits);

/** Writes a value as JSON, its fields in the order that they came in. */
export const writeWire = (value: WireValue): string => write(value, Object.keys);

/**
 * Writes a value in its canonical form: fields sorted by name, null fields left out, the digits of numbers as they were sent.
 * Two rows are the same row if their canonical forms are equal.
 */
export const canonical = (value: WireValue): string => write(value, sortedNames);

const sortedNames = (object: WireObject): string[] =>
  Object.keys(object)
    .filter((name) => object[name] !== null)
    .sort();

function write(value: WireValue, namesOf: (object: WireObject) => string[]): string {
  if (typeof value === "string") return JSON.stringify(value);
  if (value instanceof Digits) return value.text;
  if (Array.isArray(value)) return `[${value.map((item) => write(item, namesOf)).join(",")}]`;
  if (!isWireObject(value)) return String(value);
  let text = "";
  for (const name of namesOf(value))
    text += `${text ? "," : ""}${JSON.stringify(name)}:${write(value[name] as WireValue, namesOf)}`;
  return `{${text}}`;
}
