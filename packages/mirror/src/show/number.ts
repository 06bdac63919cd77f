import { formatMbs, formatOib, isOib } from "@court-register/fetch/identifiers";
import { MirrorError } from "../mirror-error.ts";
import { textOf, type WireValue } from "../wire/wire.ts";

/** A number that a subject is asked for by. */
export interface SubjectNumber {
  kind: "mbs" | "oib";
  /** With all its digits: nine of an MBS, eleven of an OIB. */
  text: string;
  value: bigint;
}

/**
 * What a number may be, the likeliest first. An OIB may stand behind the HR of a VAT number. Ten or eleven digits are an OIB, and fewer are an MBS. Fewer may also be an OIB
 * that has lost its leading zeros, if the check digit is right.
 *
 * @throws MirrorError of kind `usage` if it can be neither.
 */
export function subjectNumbers(text: string): [SubjectNumber, ...SubjectNumber[]] {
  const digits = text.replace(/\s/g, "").replace(/^HR(?=\d{11}$)/i, "");
  if (!/^\d{1,11}$/.test(digits))
    throw new MirrorError(
      "usage",
      `${text.slice(0, 40) || '""'} is no number of a subject. Give an OIB, which has up to eleven digits, or an MBS, which has up to nine.`,
    );
  const value = BigInt(digits);
  const oib: SubjectNumber = { kind: "oib", text: formatOib(digits), value };
  if (digits.length > 9) return [oib];
  const mbs: SubjectNumber = { kind: "mbs", text: formatMbs(digits), value };
  return isOib(oib.text) ? [mbs, oib] : [mbs];
}

/** A number as people write it, with all its digits; as it was sent if it has too many, or is none; null if nothing was sent. */
export function allDigits<Value extends WireValue | bigint>(
  value: Value,
  format: (digits: string) => string,
): string | (null extends Value ? null : never) {
  if (value === null) return null as null extends Value ? null : never;
  const sent = typeof value === "bigint" ? String(value) : textOf(value);
  try {
    return format(sent);
  } catch {
    return sent;
  }
}
