import { broken } from "@court-register/kit/lines";

/**
 * Escapes text from a spec for TypeScript and Markdown. The templates print only what comes from here or names that the
 * generator has sanitized, so nothing in a spec can become code.
 */

/** A TypeScript string literal. */
export const literal = (text: string): string =>
  JSON.stringify(text).replace(/[\u2028\u2029]/g, (char) => `\\u${char.charCodeAt(0).toString(16)}`);

/** A list of string literals. */
export const list = (texts: readonly string[]): string => `[${texts.map(literal).join(", ")}]`;

/** The same as a template literal, which keeps the line breaks: a changed line is a one-line diff. */
export const template = (text: string): string =>
  `\`${text.replaceAll(/[\\`]|\$\{/g, "\\$&").replaceAll("\r", "\\r")}\``;

/** A property name, quoted if it is not an identifier. */
export const key = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : literal(name));

/** Property access: `.name`, or `["a name"]`. */
export const access = (name: string): string => (key(name) === name ? `.${name}` : `[${literal(name)}]`);

/** Text on one line, without control characters. */
export const oneLine = (text: string): string => text.replace(/[\s\p{Cc}\p{Cf}]+/gu, " ").trim();

/** Text without the sections of the contract that it cites: those who install a client do not have them. */
const withoutSections = (text: string): string =>
  text
    .replace(/ \((in )?sections? [\d., and]+\)/g, "")
    .replace(/(^| )Contract: sections? [^.]*(\.\d[^.]*)*\.$/, "")
    .trim();

/** Text of a Markdown paragraph, heading, table cell or list item. Escaped so that it starts no heading, list or fence. */
export const markdown = (text: string): string =>
  withoutSections(oneLine(text))
    .replace(/[\\|<>[\]]/g, (char) => (char === "<" ? "&lt;" : char === ">" ? "&gt;" : `\\${char}`))
    .replace(/^(\d*)([#=~*+.)-])/, "$1\\$2");

/** Inline Markdown code. The fence is longer than any run of backticks in the text, so that none of them closes it. */
export function code(text: string): string {
  const inside = oneLine(text);
  const longest = Math.max(0, ...(inside.match(/`+/g) ?? []).map((ticks) => ticks.length));
  const [fence, blank] = ["`".repeat(longest + 1), longest > 0 ? " " : ""];
  return fence + blank + inside + blank + fence;
}

/** Text of a doc comment, on one line. Nothing in it can end the comment or suppress a compiler error. */
export const docText = (text: string): string =>
  withoutSections(oneLine(text))
    .replaceAll("*/", "*\\/")
    .replaceAll(/@(?=ts-)/gi, "@ ");

const widthWithin = (indent: string): number => 120 - indent.length - 3;

/** Several paragraphs of a doc comment, each wrapped. A template adds its beginning and its end. */
export const docLines = (paragraphs: readonly string[], indent: string): string =>
  paragraphs
    .map(docText)
    .filter((text) => text !== "")
    .flatMap((text) => broken(text, widthWithin(indent), "", ""))
    .map((line) => `${indent} * ${line}`)
    .join("\n");

/** A doc comment of several paragraphs, each wrapped. */
export function docComment(paragraphs: readonly string[], indent: string): string {
  const [only = "", ...more] = paragraphs.map(docText).filter((text) => text !== "");
  if (more.length === 0 && only.length <= widthWithin(indent) - 4) return `${indent}/** ${only} */`;
  return `${indent}/**\n${docLines(paragraphs, indent)}\n${indent} */`;
}
