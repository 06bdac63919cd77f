/** Texts that would become code, markup or commands if they were not escaped. */
import { fromMarkdown } from "mdast-util-from-markdown";

const effect = "globalThis.evil = 1";

/** All of them in one text of several lines. */
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

/** A generated module without its comments. As for a compiler, a comment ends at the first end mark inside it. */
export const withoutComments = (module: string): string =>
  module.replaceAll(/\/\*.*?\*\//gs, "").replaceAll(/^\/\/.*\n/gm, "");

/** The kinds of markup found in a list of operations that are never in one otherwise: links lead only to its own headings. */
export function foreignMarkup(markdown: string): string[] {
  const foreign = ["html", "link", "linkReference", "image", "imageReference", "definition"];
  const typesOf = (node: { type: string; url?: string; children?: { type: string }[] }): string[] => [
    ...(node.type === "link" && /^#fields-of-\w+$/.test(node.url ?? "") ? [] : [node.type]),
    ...(node.children ?? []).flatMap(typesOf),
  ];
  // The file begins with a comment of its own.
  return typesOf(fromMarkdown(markdown.replace(/^<!--.*?-->/s, ""))).filter((type) => foreign.includes(type));
}
