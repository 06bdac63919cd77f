import { fullFormats } from "ajv-formats/dist/formats.js";

const { validate: validDateTime } = fullFormats["date-time"] as { validate: (text: string) => boolean };

/**
 * Whether a string is in date-time format, with or without a zone: registers of this kind are known to omit it, and a missing
 * zone is judged separately (REG-TYPE-06).
 */
export function isDateTime(text: string): boolean {
  // The grammar requires a T, and a colon in an offset: ajv-formats is more lenient, but knows the days of the months.
  if (!/^[\d-]+[Tt][\d:.]+(?:[Zz]|[+-]\d\d:\d\d)?$/.test(text)) return false;
  return validDateTime(text) || validDateTime(`${text}Z`);
}

/** Whether a date-time has a zone. */
export const hasZone = (text: string): boolean => /(?:[zZ]|[+-]\d\d(?::?\d\d)?)$/.test(text);

/**
 * An e-mail address: atoms separated by single dots, or a quoted string; `@`; the labels of a host, which neither start nor end
 * with a hyphen, or an address in brackets (RFC 5321). Both sides may have letters of any language (RFC 6531).
 */
const email: RegExp = (() => {
  const atom = String.raw`[^\s\p{Cc}"(),.:;<>@[\\\]]+`;
  const quoted = String.raw`"(?:[^"\\\p{Cc}]|\\[^\p{Cc}])+"`;
  const label = String.raw`[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?`;
  const address = String.raw`\[[\w.:-]+\]`;
  return new RegExp(String.raw`^(?:${atom}(?:\.${atom})*|${quoted})@(?:${label}(?:\.${label})*|${address})$`, "u");
})();

/** Whether a string is one e-mail address. */
export function isEmail(text: string): boolean {
  return text.length <= 320 && email.test(text);
}
