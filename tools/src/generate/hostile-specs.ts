/** For tests: texts that would become code, markup or commands, if what prints them let them. */
import { fromMarkdown } from "mdast-util-from-markdown";

const effect = "globalThis.evil = 1";

/** One text with all of them, on several lines. */
export const hostileText: string = [
  `Ends */ ${effect}; /*`,
  `*/ } ${effect}; export interface Evil { /*`,
  `*/ ...(${effect}, {}), /*`,
  `" + (${effect}) + "`,
  `' + (${effect}) + '`,
  `\\" + (${effect}) + "\\`,
  `\` + (${effect}) + \``,
  `\${${effect}}`,
  `\n*/ ${effect}\r\n// ${effect}\r${effect}\u2028${effect}\u2029${effect}`,
  "{{{apiBasePath}}} {{#models}}",
  "@ts-expect-error",
  "--> <script>evil()</script> <!-- [evil](javascript:evil) ![evil](https://primjer.hr/evil) | ```",
  "$(touch evil); `touch evil`",
  "long".repeat(60),
].join(" ");

/** A generated module without its comments. As a compiler reads them, these end with the first end of a comment inside. */
export const withoutComments = (module: string): string =>
  module.replaceAll(/\/\*.*?\*\//gs, "").replaceAll(/^\/\/.*\n/gm, "");

/** The kinds of markup in a list of operations that none of them holds by itself. */
export function foreignMarkup(markdown: string): string[] {
  const foreign = ["html", "link", "linkReference", "image", "imageReference", "definition"];
  const typesOf = (node: { type: string; children?: { type: string }[] }): string[] => [
    node.type,
    ...(node.children ?? []).flatMap(typesOf),
  ];
  // What the file begins with is a comment of its own.
  return typesOf(fromMarkdown(markdown.replace(/^<!--.*?-->/s, ""))).filter((type) => foreign.includes(type));
}
