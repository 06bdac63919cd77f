/** Maximum length of a text in a report: a service may put megabytes into one name. */
const maxLength = 10_000;

/** Control characters, further ends of lines, lone surrogates, and what changes the direction of other text. */
const invisible = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

/**
 * A text as reports show it: in one line, and not without end. What a service puts into a name must neither control the terminal
 * nor start a line, where GitHub Actions looks for commands.
 */
export function printable(text: string): string {
  const start = text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
  return start.replace(invisible, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** A text that should be a URL, for a message: without its user and password. */
export const withoutUser = (text: string): string =>
  // It may not be a URL because of a slash in the password.
  text.replace(URL.canParse(text) ? /\/\/[^/?#]*@/ : /\/\/.*@/s, "//…@");
