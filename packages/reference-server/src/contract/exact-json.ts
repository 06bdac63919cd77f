/** Since ECMAScript 2026, a reviver gets the source text of a primitive value. The types do not know it yet. */
type ExactReviver = (key: string, value: unknown, context: { readonly source?: string }) => unknown;
type ExactParse = (text: string, reviver: ExactReviver) => unknown;

/** Matches every number that could be rounded: more than 15 digits, or an exponent of two. */
const suspicious = /[\d.]{16}|\de[+-]?\d\d/i;
const integer = /^-?\d+$/;
const number = /^(-?)(\d+)(?:\.(\d*))?(?:e([+-]?\d+))?$/i;

/** A fraction that a JavaScript number would round. The message says so, without a full stop. */
export class InexactNumberError extends Error {
  override readonly name = "InexactNumberError" as const;
}

/**
 * Parses JSON without rounding: an integer that a number cannot hold becomes a bigint, everything else is as usual.
 * @throws {SyntaxError} when the text is not JSON; {InexactNumberError} when a fraction in it has too many digits.
 */
export function parseExact(text: string): unknown {
  // A reviver takes several times as long as the parse, so only texts that may contain such a number get one.
  if (!suspicious.test(text)) return JSON.parse(text);
  return (JSON.parse as ExactParse)(text, (key, value, { source }) =>
    typeof value === "number" && source !== undefined ? exactNumber(key, value, source) : value,
  );
}

function exactNumber(key: string, value: number, source: string): number | bigint {
  // Most are only digits, of which there may be any number.
  if (integer.test(source)) return Number.isSafeInteger(value) ? value : BigInt(source);
  // Infinite because of its exponent, and left so: its digits may not fit in memory.
  if (!Number.isFinite(value)) return value;
  const written = decimal(source);
  if (written.exponent >= 0)
    return Number.isSafeInteger(value) ? value : BigInt(written.digits + "0".repeat(written.exponent));
  if (!isSame(written, decimal(String(value)))) {
    const start = source.length > 60 ? `${source.slice(0, 60)}…` : source;
    throw new InexactNumberError(`the field ${key} is ${start}, but the nearest number that fits is ${value}`);
  }
  return value;
}

/** Whether two texts are the same number, however it is written. */
export const isSameNumber = (one: string, other: string): boolean => isSame(decimal(one), decimal(other));

interface Decimal {
  readonly digits: string;
  readonly exponent: number;
}

const isSame = (one: Decimal, other: Decimal): boolean =>
  one.digits === other.digits && one.exponent === other.exponent;

/** A number as its digits, with its sign and without zeros at either end, and the power of ten to multiply them by. */
function decimal(text: string): Decimal {
  const [, sign = "", whole = "", fraction = "", exponent = "0"] = number.exec(text) ?? [];
  const all = (whole + fraction).replace(/^0+/, "");
  // Not a pattern such as 0+$, which takes quadratic time on many zeros.
  let end = all.length;
  while (all[end - 1] === "0") end -= 1;
  const digits = all.slice(0, end);
  if (digits === "") return { digits: "0", exponent: 0 };
  return { digits: sign + digits, exponent: Number(exponent) - fraction.length + all.length - digits.length };
}
