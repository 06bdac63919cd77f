import { printable as withoutEffect } from "./generated/output.ts";

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
