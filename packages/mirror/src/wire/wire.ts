/** Rows as the service sends them: no digit is lost. */

// Via unknown: Node 22 has it, the types of JSON do not.
const { rawJSON } = JSON as unknown as { rawJSON(text: string): unknown };

/** A number whose digits a JavaScript number does not give back, such as `100.00` or `9007199254740993`. */
export class Digits {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** For JSON.stringify, which writes the digits as they are. */
  toJSON(): unknown {
    return rawJSON(this.text);
  }
}

/**
 * A value of JSON. Its form follows from its text alone, whatever stands around it: a number is a JavaScript number if that is
 * written with the same digits, and `Digits` if not.
 */
export type WireValue = null | boolean | string | number | Digits | WireValue[] | WireObject;

/** An object of JSON. */
export interface WireObject {
  readonly [name: string]: WireValue;
}

/**
 * A number that may have to be `Digits`: with a fraction, an exponent, sixteen digits or more, or the sign of -0. Outside of
 * texts, every number follows the beginning, a colon, a comma or a bracket, so none is missed. A text may look like one: then
 * its page is only read the slower way.
 */
const unusualNumber = /(?:^|[:,[])\s*(?:-0|-?\d{16}|-?\d{1,15}[.eE])/;

/** The value of a number that is written with these digits. */
export function exactNumber(digits: string): number | Digits {
  const number = Number(digits);
  return String(number) === digits ? number : new Digits(digits);
}

type Reviver = (name: string, value: unknown, context: { source?: string }) => unknown;

const keepDigits: Reviver = (_name, value, { source }) =>
  typeof value === "number" && source !== undefined ? exactNumber(source) : value;

/** Parses JSON without losing a digit. @throws SyntaxError if it is not JSON. */
export const parseWire = (text: string): WireValue =>
  unusualNumber.test(text) ? parseExactly(text) : JSON.parse(text);

/** The same for any text, which takes eight times as long as a plain parse. */
export const parseExactly = (text: string): WireValue =>
  JSON.parse(text, keepDigits as (name: string, value: unknown) => unknown);

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
export const writeWire = (value: WireValue): string => JSON.stringify(value);

/**
 * Writes an answer or a change as JSON, with all digits of the rows in it. Via unknown: an interface has no index signature, although
 * all that these hold is JSON.
 */
export const writeJson = (value: object): string => writeWire(value as unknown as WireValue);

/** A value as a text: a text as it is, anything else as JSON. */
export const textOf = (value: WireValue): string => (typeof value === "string" ? value : writeWire(value));

/**
 * Writes a value in its canonical form: fields sorted by name (numbers first, as objects have them), null fields left out, the digits of numbers as they were sent.
 * Two rows are the same row if their canonical forms are equal.
 */
export const canonical = (value: WireValue): string => JSON.stringify(inOrder(value));

/** A value whose canonical form is its JSON. */
export function inOrder(value: WireValue): WireValue {
  if (typeof value !== "object" || value === null || value instanceof Digits) return value;
  if (Array.isArray(value)) return value.map(inOrder);
  const names = Object.keys(value).sort();
  const sorted = objectWith(names);
  for (const name of names) if (value[name] !== null) sorted[name] = inOrder(value[name] as WireValue);
  return sorted;
}

/** An object for fields of these names. In an ordinary one, `__proto__` is no field; one without a prototype is slower. */
export const objectWith = (names: readonly string[]): Record<string, WireValue> =>
  names.includes("__proto__") ? Object.create(null) : {};
