/** A number exactly as its text says, without the rounding of a binary double: `digits` × 10^`exponent`. */
interface Decimal {
  digits: bigint;
  exponent: number;
}

/** XML Schema allows a sign, leading zeros, and no digit on one side of the point. */
const pattern = /^([+-]?)(?=\.?\d)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/;

/** Whether a text is a number, in whatever spelling. */
export const isNumber = (text: string): boolean => pattern.test(text);

/** Reads the text of a number; undefined when the text is no number. Trailing zeros go into the exponent, so equal values are equal objects. */
function parseDecimal(text: string): Decimal | undefined {
  const match = pattern.exec(text);
  if (match === null) return undefined;
  const [, sign = "", whole = "", fraction = "", exponent = "0"] = match;
  const significant = (whole + fraction).replace(/^0+/, "");
  if (significant === "") return { digits: 0n, exponent: 0 };
  const trimmed = significant.replace(/0+$/, "");
  const zeros = significant.length - trimmed.length;
  const digits = BigInt(trimmed) * (sign === "-" ? -1n : 1n);
  return { digits, exponent: Number(exponent) - fraction.length + zeros };
}

/** Whether the text is a number without a fractional part: `1`, `1.0` and `1e2`, but not `1.5`. */
export function isIntegral(text: string): boolean {
  const decimal = parseDecimal(text);
  return decimal !== undefined && decimal.exponent >= 0;
}

/** Whether two number texts say the same value, however they are written. */
export function sameNumber(left: string, right: string): boolean {
  return normalizeNumber(left) === normalizeNumber(right);
}

/** One text for every spelling of a value: `1e2` becomes `100`, `1.50` becomes `15e-1`. Text that is no number stays as it is. */
export function normalizeNumber(text: string): string {
  // Most numbers are written as they are compared.
  if (/^(?:0|[1-9]\d*)$/.test(text)) return text;
  const decimal = parseDecimal(text);
  if (decimal === undefined) return text;
  const { digits, exponent } = decimal;
  return exponent >= 0 && exponent <= 30 ? String(digits * 10n ** BigInt(exponent)) : `${digits}e${exponent}`;
}

/** Whether an integer text fits a signed integer of so many bits. */
export function fitsWidth(text: string, bits: 32 | 64): boolean {
  // Nine digits fit either width.
  if (text.length <= 9 && /^\d+$/.test(text)) return true;
  const decimal = parseDecimal(text);
  if (decimal === undefined || decimal.exponent < 0) return false;
  // A value of more than 20 digits fits neither width: do not build a number of 10^400 to find that out.
  if (decimal.exponent > 20) return false;
  const value = decimal.digits * 10n ** BigInt(decimal.exponent);
  return BigInt.asIntN(bits, value) === value;
}
