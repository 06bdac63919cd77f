/**
 * Register numbers as people write them. The service sends them as integers, so their leading zeros are lost.
 */

/** Puts the lost zeros back: `80012345` becomes `"080012345"`. */
function pad(value: number | bigint | string, digits: number, name: string): string {
  const text = String(value);
  if (!/^\d+$/.test(text) || text.length > digits)
    throw new RangeError(`${name} has at most ${digits} digits, not ${text}.`);
  return text.padStart(digits, "0");
}

/**
 * A register number (MBS) with its nine digits.
 * @throws RangeError when `mbs` is not an integer of one to nine digits.
 */
export const formatMbs = (mbs: number | bigint | string): string => pad(mbs, 9, "An MBS");

/**
 * A personal identification number (OIB) with its eleven digits. Whether its check digit is right, {@link isOib} says.
 * @throws RangeError when `oib` is not an integer of one to eleven digits.
 */
export const formatOib = (oib: number | bigint | string): string => pad(oib, 11, "An OIB");

/** The check digit that follows the first ten digits of an OIB (ISO 7064, MOD 11,10). */
function checkDigit(digits: string): number {
  let product = 10;
  for (const digit of digits) product = (((product + Number(digit)) % 10 || 10) * 2) % 11;
  return (11 - product) % 10;
}

/** Whether this is an OIB: eleven digits, counting the lost zeros of an integer, of which the last checks the others. */
export function isOib(oib: number | bigint | string): boolean {
  const text = typeof oib === "string" ? oib : String(oib).padStart(11, "0");
  return /^\d{11}$/.test(text) && checkDigit(text.slice(0, 10)) === Number(text[10]);
}
