/**
 * Register numbers as people write them. The service sends them as integers, without their leading zeros.
 */

/** Restores the leading zeros: `80012345` becomes `"080012345"`. */
function pad(value: number | bigint | string, digits: number, name: string): string {
  const text = String(value);
  if (!/^\d+$/.test(text) || text.length > digits)
    throw new RangeError(`${name} has at most ${digits} digits, not ${text}.`);
  return text.padStart(digits, "0");
}

/**
 * Formats a register number (MBS) with all nine digits.
 * @throws RangeError if `mbs` is not an integer of one to nine digits.
 */
export const formatMbs = (mbs: number | bigint | string): string => pad(mbs, 9, "An MBS");

/**
 * Formats a personal identification number (OIB) with all eleven digits. Use {@link isOib} to verify the check digit.
 * @throws RangeError if `oib` is not an integer of one to eleven digits.
 */
export const formatOib = (oib: number | bigint | string): string => pad(oib, 11, "An OIB");

/** The check digit that follows the first ten digits of an OIB (ISO 7064, MOD 11,10). */
function checkDigit(digits: string): number {
  let product = 10;
  for (const digit of digits) product = (((product + Number(digit)) % 10 || 10) * 2) % 11;
  return (11 - product) % 10;
}

/** Whether this is a valid OIB: eleven digits, counting the lost zeros of an integer, with the right check digit. */
export function isOib(oib: number | bigint | string): boolean {
  const text = typeof oib === "string" ? oib : String(oib).padStart(11, "0");
  return /^\d{11}$/.test(text) && checkDigit(text.slice(0, 10)) === Number(text[10]);
}
