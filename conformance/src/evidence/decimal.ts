/**
 * The exact value of a number's text, not rounded to a double: `digits` × 10^`exponent`. Digits stay text: a service may send
 * millions of them, which take minutes to become a bigint.
 */
interface Decimal {
  digits: string;
  exponent: number;
}

/** XML Schema allows a sign, leading zeros, and no digit on one side of the point. */
const pattern = /^([+-]?)(?=\.?\d)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/;

/** Whether a text is a number, in any notation. */
export const isNumber = (text: string): boolean => pattern.test(text);

/** Parses a number; undefined if the text is not one. Trailing zeros go into the exponent, so equal values give equal objects. */
function parseDecimal(text: string): Decimal | undefined {
  const match = pattern.exec(text);
  if (match === null) return undefined;
  const [, sign = "", whole = "", fraction = "", exponent = "0"] = match;
  const significant = (whole + fraction).replace(/^0+/, "");
  if (significant === "") return { digits: "0", exponent: 0 };
  const short = withoutLastZeros(significant);
  const digits = `${sign === "-" ? "-" : ""}${short}`;
  return { digits, exponent: Number(exponent) - fraction.length + significant.length - short.length };
}

/** Removes the zeros at the end of digits. Not by a pattern, which would try every run of zeros from each of its zeros. */
export function withoutLastZeros(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === "0") end -= 1;
  return digits.slice(0, end);
}

/** Whether the text is a number without a fractional part: `1`, `1.0` and `1e2`, but not `1.5`. */
export function isIntegral(text: string): boolean {
  const decimal = parseDecimal(text);
  return decimal !== undefined && decimal.exponent >= 0;
}

/** Whether two texts have the same numeric value, in any notation. */
export function sameNumber(left: string, right: string): boolean {
  return normalizeNumber(left) === normalizeNumber(right);
}

/** The same text for every notation of a value: `1e2` becomes `100`, `1.50` becomes `15e-1`. Text that is not a number is unchanged. */
export function normalizeNumber(text: string): string {
  // Most numbers are already in that form.
  if (/^(?:0|[1-9]\d*)$/.test(text)) return text;
  const decimal = parseDecimal(text);
  if (decimal === undefined) return text;
  const { digits, exponent } = decimal;
  return exponent >= 0 && exponent <= 30 ? digits + "0".repeat(exponent) : `${digits}e${exponent}`;
}

/** Whether a text is an integer that fits in a signed one of so many bits. */
export function fitsWidth(text: string, bits: 32 | 64): boolean {
  // Nine digits fit either width.
  if (text.length <= 9 && /^\d+$/.test(text)) return true;
  const decimal = parseDecimal(text);
  if (decimal === undefined || decimal.exponent < 0) return false;
  // More than 19 digits and a sign fit neither width, and 10^400 is not worth computing to find that out.
  if (decimal.digits.length + decimal.exponent > 20) return false;
  const value = BigInt(decimal.digits + "0".repeat(decimal.exponent));
  return BigInt.asIntN(bits, value) === value;
}
