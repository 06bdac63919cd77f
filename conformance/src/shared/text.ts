import { printable as withoutEffect } from "#kit/printable";

/** A count with its noun: `1 request`, `2 requests`. */
export const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;

/** Removes the characters that XML 1.0 cannot represent: controls, lone surrogates, two noncharacters. */
export function writableInXml(text: string): string {
  return text.replace(/(?![\t\n\r])[\p{Cc}\p{Cs}\ufffe\uffff]/gu, "");
}

/** Escapes text for XML and HTML, in elements and attributes. */
export function escapeMarkup(text: string): string {
  return writableInXml(text)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

/** Maximum length of a text in a report: a service may put megabytes into one name. */
const maxLength = 10_000;

/**
 * A text as reports show it: in one line, and not without end. What a service puts into a name must neither control the terminal
 * nor start a line, where GitHub Actions looks for commands.
 */
export const printable = (text: string): string =>
  withoutEffect(text.length > maxLength ? `${text.slice(0, maxLength)}…` : text);

/** A text that should be a URL, for a message: without its user and password. */
export const withoutUser = (text: string): string =>
  // It may not be a URL because of a slash in the password.
  text.replace(URL.canParse(text) ? /\/\/[^/?#]*@/ : /\/\/.*@/s, "//…@");
