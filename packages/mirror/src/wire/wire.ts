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

/** A value of JSON, with the digits of its numbers. */
export type WireValue = null | boolean | string | number | Digits | WireValue[] | WireObject;

/** An object of JSON. */
export interface WireObject {
  readonly [name: string]: WireValue;
}

/**
 * A property that holds a list, or a number that may have to keep its digits: with a fraction, an exponent, sixteen digits or
 * more, or the sign of -0. A quote before the colon, unescaped or not, comes before every value of a property, so nothing is
 * missed; where it is in a text, a page is only read a slower way.
 */
const unusual = /"\s*:\s*(?:\[|-0|-?(?:\d{16}|\d{1,15}[.eE]))/;

/** A list as a property, whose numbers have no quote before them. */
const list = /"\s*:\s*\[/;

/** The numbers of these, whole. */
const unusualNumbers =
  /("\s*:\s*)(-0|-?(?:0|[1-9]\d{0,14})(?:\.\d+(?:[eE][+-]?\d+)?|[eE][+-]?\d+)|-?[1-9]\d{15,}(?:\.\d+)?(?:[eE][+-]?\d+)?)(?=[\s,}])/g;

type Reviver = (name: string, value: unknown, context: { source?: string }) => unknown;

/** Keeps the digits of a number that would lose some. */
const keepDigits: Reviver = (_name, value, { source = "" }) =>
  typeof value === "number" && String(value) !== source ? new Digits(source) : value;

/** Parses JSON without losing a digit. @throws SyntaxError if it is not JSON. */
export function parseWire(text: string): WireValue {
  if (!text.startsWith("[{")) return parseWithReviver(text);
  if (!unusual.test(text)) return JSON.parse(text);
  return (list.test(text) ? undefined : parseMarked(text)) ?? parseWithReviver(text);
}

/** Takes eight times as long as a plain parse. */
export const parseWithReviver = (text: string): WireValue =>
  JSON.parse(text, keepDigits as (name: string, value: unknown) => unknown);

/** Stands before the digits of a number while they are a text. */
const mark = "\uE000";

/**
 * Parses rows without lists: numbers that may lose digits become texts with a mark before, and `Digits` when all is parsed.
 * Undefined where that might mistake something, such as digits within a text.
 */
function parseMarked(text: string): WireValue | undefined {
  // Without escapes, a quote begins or ends a text. One that begins a text such as ":1.5" is no longer JSON when it is marked.
  if (text.includes("\\") || text.includes(mark)) return undefined;
  try {
    const rows = JSON.parse(text.replace(unusualNumbers, `$1"${mark}$2"`));
    takeMarks(rows);
    return rows;
  } catch {
    return undefined;
  }
}

function takeMarks(values: Record<string, WireValue>): void {
  for (const name of Object.keys(values)) {
    const value = values[name];
    if (typeof value === "string" && value.startsWith(mark)) values[name] = new Digits(value.slice(1));
    else if (typeof value === "object" && value !== null) takeMarks(value as Record<string, WireValue>);
  }
}

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
