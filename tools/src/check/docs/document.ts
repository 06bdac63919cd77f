/** What can be wrong in a Markdown file: links, the headings that they lead to, and code blocks. */
import { posix } from "node:path";
import GithubSlugger from "github-slugger";
import type { Nodes, Root } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { toString as textOf } from "mdast-util-to-string";

export interface Mistake {
  /** Path from the repository's root. */
  file: string;
  line: number;
  what: string;
}

/** A link or an image. */
interface Link {
  url: string;
  line: number;
}

/** What the comments before a block say about it. */
export interface Marks {
  /** It continues the block before it. */
  continues: boolean;
  inRepository: boolean;
  /** TypeScript that the block relies on. It runs with the block. */
  given?: Code;
  /** It shows what the block before it prints. */
  prints: boolean;
  /** The file that it is a part of, as written. */
  from?: string;
  /** The reason why it is compiled, but not run. */
  notRun?: string;
  /** The reason why it is not checked. */
  notChecked?: string;
}

/** A text and the line of the file that it starts on. */
export interface Code {
  text: string;
  line: number;
}

export interface Block extends Code, Marks {
  file: string;
  /** The info string's first word, or empty. */
  language: string;
}

export interface Document {
  file: string;
  links: Link[];
  /** The anchors that links may use. */
  anchors: ReadonlySet<string>;
  blocks: Block[];
  /** Comments that look like marks but are invalid. */
  mistakes: Mistake[];
}

const comment = /<!--\s*([\s\S]*?)\s*-->/g;

/** How a mark begins. */
const mark = /^(continues|in the repository|given|prints|from|not run|not checked)\b/;

export function readDocument(file: string, text: string): Document {
  const slugger = new GithubSlugger();
  const anchors = new Set<string>();
  const document: Document = { file, links: [], anchors, blocks: [], mistakes: [] };
  const tree: Root = fromMarkdown(text);
  for (const { node, marks, line } of walk(tree)) {
    if (node.type === "heading") anchors.add(slugger.slug(textOf(node)));
    if (node.type === "html")
      for (const [, id = ""] of node.value.matchAll(/\b(?:id|name)="([^"]+)"/g)) anchors.add(id);
    if (node.type === "html")
      for (const [, url = ""] of node.value.matchAll(/\b(?:href|src|srcset)="([^"]+)"/g))
        document.links.push({ url, line });
    if (node.type === "link" || node.type === "image" || node.type === "definition")
      document.links.push({ url: node.url, line });
    if (node.type === "code") {
      // Line 1 of the text is the one after the fence: a block with a language always has a fence.
      const code = { file, language: node.lang ?? "", text: node.value, line: line + 1 };
      document.blocks.push({ ...code, ...readMarks(marks, file, document.mistakes) });
    } else if (marks.length > 0) {
      for (const { line } of marks) document.mistakes.push({ file, line, what: "no block follows this comment" });
    }
  }
  return document;
}

/** All nodes in document order, each with the marks directly before it. */
function* walk(node: Nodes): Generator<{ node: Nodes; marks: Code[]; line: number }> {
  let marks: Code[] = [];
  for (const child of "children" in node ? node.children : []) {
    const line = child.position?.start.line ?? 0;
    const found = child.type === "html" ? marksIn(child.value, line) : [];
    if (found.length > 0) {
      marks.push(...found);
      continue;
    }
    yield { node: child, marks, line };
    marks = [];
    yield* walk(child);
  }
  if (marks.length > 0) yield { node, marks, line: marks[0]?.line ?? 0 };
}

/** The marks in a piece of HTML, or none if it contains anything else. */
function marksIn(html: string, line: number): Code[] {
  return [...html.matchAll(comment)].flatMap(({ 1: text = "", 0: whole, index }) =>
    mark.test(text) ? [{ text, line: line + html.slice(0, index + whole.indexOf(text)).split("\n").length - 1 }] : [],
  );
}

function readMarks(marks: readonly Code[], file: string, mistakes: Mistake[]): Marks {
  const result: Marks = { continues: false, inRepository: false, prints: false };
  for (const { text, line } of marks) {
    const [, name = "", colon = "", rest = ""] = /^([a-z ]+?)(:\s*|$)([\s\S]*)$/.exec(text) ?? [];
    const code = { text: rest, line: line + (name + colon).split("\n").length - 1 };
    if (name === "continues" && !colon) result.continues = true;
    else if (name === "in the repository" && !colon) result.inRepository = true;
    else if (name === "prints" && !colon) result.prints = true;
    else if (name === "from" && rest) result.from = rest;
    else if (name === "given" && rest) result.given = code;
    else if (name === "not run" && rest) result.notRun = rest.replace(/\s+/g, " ");
    else if (name === "not checked" && rest) result.notChecked = rest.replace(/\s+/g, " ");
    else
      mistakes.push({
        file,
        line,
        what: `<!-- ${text.split("\n")[0]} --> means nothing here; tools/src/check/docs/README.md lists what does`,
      });
  }
  return result;
}

/**
 * Finds blocks that are not in the file that they are said to be from.
 *
 * @param read - reads a file of the repository, by its path from the root; undefined if there is none.
 */
export const findWrongExcerpts = ({ file, blocks }: Document, read: (path: string) => string | undefined): Mistake[] =>
  blocks.flatMap(({ from, text, line }) => {
    if (from === undefined) return [];
    const path = posix.join(posix.dirname(file), from);
    if (read(path)?.includes(`\n${text}\n`)) return [];
    return [{ file, line, what: `these lines are not in ${path}: copy them again` }];
  });

/** One of our commands, written otherwise than after `npm install -g`. A package that npx is told to fetch by `-p` brings one that is written so. */
const otherSpelling =
  /\bnpx (?:--yes )?@?court-register\b[\w/-]*|\bnode_modules\/\.bin\/court-register-[a-z]+|\bpnpm(?:@\d+)? (?:mirror|serve|conformance)\b/g;

/** Finds commands that a guide spells otherwise than after `npm install -g`, where readers would learn two names of one thing. */
export const findOtherSpellings = (file: string, text: string): Mistake[] =>
  text.split("\n").flatMap((line, index) =>
    [...line.matchAll(otherSpelling)].map(([found]) => {
      const what = `${found}: guides say court-register-mirror, court-register-server or court-register-conformance`;
      return { file, line: index + 1, what };
    }),
  );

/**
 * Finds relative links that are broken.
 *
 * @param files - all files of the repository, by path from its root.
 * @param read - parses the document that a link leads to.
 */
export function findBrokenLinks(
  document: Document,
  files: ReadonlySet<string>,
  read: (file: string) => Document,
): Mistake[] {
  const folders = new Set(["."]);
  for (const file of files) for (let one = posix.dirname(file); one !== "."; one = posix.dirname(one)) folders.add(one);
  return document.links.flatMap(({ url, line }) => {
    const what = problem(url);
    return what === undefined ? [] : [{ file: document.file, line, what }];
  });

  function problem(url: string): string | undefined {
    if (/^[a-z][a-z+.-]*:/i.test(url)) return undefined;
    const [path = "", anchor] = url.split("#").map(decodeURIComponent);
    if (path.startsWith("/")) return `${url} is absolute, and leads elsewhere wherever this is shown`;
    const target = path === "" ? document.file : posix.join(posix.dirname(document.file), path).replace(/\/$/, "");
    if (!files.has(target) && !folders.has(target)) return `${url} is not a file or folder of the repository`;
    if (anchor === undefined) return undefined;
    if (!target.endsWith(".md")) return `${url} has an anchor, but is not Markdown`;
    return read(target).anchors.has(anchor) ? undefined : `${url} is not an anchor in ${target}`;
  }
}
