/**
 * What the check of documents finds: marks, links and blocks that are wrong, at their lines. That it takes what is right is seen where it
 * checks our own documents.
 */
import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { root } from "../../shared/repository.ts";
import { askServers } from "./assistants.ts";
import { sortBlocks } from "./blocks.ts";
import {
  type Block,
  type Document,
  findBrokenLinks,
  findOtherSpellings,
  findWrongExcerpts,
  type Marks,
  type Mistake,
  readDocument,
} from "./document.ts";
import { runChain } from "./shell.ts";
import { compile, runModule } from "./typescript.ts";

/** A document with these lines. */
const read = (...lines: string[]): Document => readDocument("guides/a.md", lines.join("\n"));

/** The lines of a block. */
const fenced = (language: string, ...lines: string[]): string[] => [`\`\`\`${language}`, ...lines, "```", ""];

test.each<[what: string, line: number, lines: string[]]>([
  ["a mark without a reason", 1, ["<!-- not checked -->", ...fenced("sh", "ls")]],
  ["a mark with extra text", 1, ["<!-- continues: here -->", ...fenced("sh", "ls")]],
  ["a mark that no block follows", 1, ["<!-- continues -->", "", "Some words.", ...fenced("sh", "ls")]],
  ["a mark at the end", 3, ["Some words.", "", "<!-- in the repository -->"]],
  ["an unknown language", 2, fenced("typescript")],
  ["a continuation of nothing", 3, ["<!-- continues -->", ...fenced("ts")]],
  ["a print of nothing", 3, ["<!-- prints -->", ...fenced("text")]],
  ["broken JSON", 2, fenced("json", "{")],
  ["broken YAML", 2, fenced("yaml", "a: [")],
])("%s is a mistake", (_, line, lines) => {
  const { blocks, mistakes } = read(...lines);
  expect([...mistakes, ...sortBlocks(blocks).mistakes]).toMatchObject([{ file: "guides/a.md", line }]);
});

test("TypeScript is compiled and scripts are run, each on its line, unless a mark says that it is not", () => {
  const { blocks } = read(...fenced("ts", "1"), ...fenced("sh", "2"), "<!-- not checked: no Java -->", ...fenced("sh"));
  const { compiled, run, unchecked } = sortBlocks(blocks);
  const linesOf = (chains: readonly Block[][]): number[] => chains.flat().map(({ line }) => line);
  expect([compiled, run, [unchecked]].map(linesOf)).toEqual([[2], [6], [11]]);
});

test("one of our commands has one spelling", () => {
  const others = [
    "npx @court-register/mirror sync register.sqlite",
    "KEY=a npx --yes @court-register/reference-server",
    "`npx court-register-conformance`",
    "node_modules/.bin/court-register-server --port 8095",
    "npx --yes pnpm@12 serve",
    "pnpm mirror",
  ];
  expect(findOtherSpellings("guides/a.md", others.join("\n")).map(({ line }) => line)).toEqual([1, 2, 3, 4, 5, 6]);
  const ours = [
    "court-register-mirror serve register.sqlite",
    "npm install -g @court-register/mirror",
    "npx --yes -p pg -p @court-register/mirror court-register-mirror sync register.sqlite",
    "npx --yes pnpm@12 start",
    "pnpm --filter ./conformance pack",
  ];
  expect(findOtherSpellings("guides/a.md", ours.join("\n"))).toEqual([]);
});

test("lines that are not in the file that they are said to be from, as they are, are a mistake", () => {
  const file = "first\nsecond {\n  third\n}\n";
  const wrong = (from: string, ...lines: string[]): Mistake[] => {
    const document = read(`<!-- from: ${from} -->`, ...fenced("ts", ...lines));
    expect(sortBlocks(document.blocks)).toEqual({ compiled: [], run: [], assistants: [], unchecked: [], mistakes: [] });
    return findWrongExcerpts(document, (path) => (path === "packages/a.ts" ? file : undefined));
  };
  expect(wrong("../packages/a.ts", "second {", "  third", "}")).toEqual([]);
  for (const lines of [["second {", "third", "}"], ["second {", "}"], ["cond {"]])
    expect(wrong("../packages/a.ts", ...lines), lines.join("\n")).toMatchObject([{ file: "guides/a.md", line: 3 }]);
  expect(wrong("a.ts", "second {")).toHaveLength(1);
});

test("links that lead to no file, folder or anchor of the repository are mistakes", () => {
  const files = new Set(["README.md", "guides/a.md", "guides/b.md", "packages/fetch/src/index.ts"]);
  const other = readDocument("guides/b.md", '# Two words\n\n## `code` & more\n\n## Two words\n\n<a id="here"></a>\n');
  const broken = (...lines: string[]): Mistake[] => {
    const document = read(...lines);
    return findBrokenLinks(document, files, (file) => (file === "guides/b.md" ? other : document));
  };
  const nowhere = ["c.md", "B.md", "../fetch", "../../elsewhere.md", "/README.md"];
  const noAnchors = ["b.md#three-words", "#other-heading", "../packages/fetch/src/index.ts#L3"];
  const wrong = [...nowhere, ...noAnchors].flatMap((url) => [`[text](${url})`, ""]);
  const others = [
    "![a](c.svg)",
    "",
    "[text][d]",
    "",
    "[d]: d.md",
    "",
    'Text <a href="e.md">e</a>',
    "",
    '<img src="f.svg">',
  ];
  const lines = [...wrong, ...others].flatMap((line, index) => (/\(|=|:/.test(line) ? [index + 1] : []));
  expect(broken(...wrong, ...others).map(({ line }) => line)).toEqual(lines);
});

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "docs-"));
  await writeFile(join(folder, "package.json"), '{ "type": "module" }');
  // With Node's types, which every reader has.
  await symlink(join(root, "tools/node_modules"), join(folder, "node_modules"));
});

afterAll(() => rm(folder, { recursive: true }));

const block = (language: string, line: number, text: string, marks: Partial<Marks> = {}): Block => ({
  file: "a.md",
  language,
  line,
  text,
  continues: false,
  inRepository: false,
  prints: false,
  ...marks,
});

const service = { url: "http://127.0.0.1:1", key: "tajni-kljuc" };

test("the program that a configuration of an assistant names has to answer, or what it said is told", async () => {
  const args = ["-e", "console.error('no copy there')"];
  const config = { mcpServers: { ours: { command: "/full/path/court-register/node_modules/.bin/node", args } } };
  const [one] = sortBlocks([block("json", 7, JSON.stringify(config))]).assistants;
  const registry = { npmrc: "", env: {}, [Symbol.asyncDispose]: async () => {} };
  const found = await askServers(one as Block, crypto.randomUUID(), "/nowhere", { folder, registry });
  expect(found).toMatchObject([
    { file: "a.md", line: 7, what: expect.stringMatching(/ours .*closed\n.*no copy there/s) },
  ]);
});

const tryModules = async (chains: readonly (readonly Block[])[]): Promise<Mistake[]> => {
  const { modules, mistakes } = await compile(chains, join(folder, crypto.randomUUID()), service);
  if (mistakes.length > 0) return mistakes;
  return (await Promise.all(modules.map((module) => runModule(module, service)))).flat();
};

test("what the compiler finds is reported at the line in the document", async () => {
  const chains = [
    [block("ts", 3, "const a: number = 1;"), block("ts", 9, "a.toFixed();\na.toLowerCase();")],
    [block("ts", 20, "export const b = given;", { given: { text: "declare const given: string;", line: 19 } })],
    [block("js", 30, "/** @param {string} text */\nexport const f = (text) => text.size;")],
    [block("ts", 40, "a;")],
  ];
  const mistakes = await tryModules(chains);
  expect(mistakes.map(({ line, what }) => `${line} ${what}`)).toEqual([
    "10 error TS2339: Property 'toLowerCase' does not exist on type 'number'.",
    expect.stringMatching(/^31 .*Property 'size' does not exist/),
    expect.stringMatching(/^40 .*Cannot find name 'a'/),
  ]);
});

test("programs are run, and what went wrong is reported at its line", async () => {
  const uses = (line: number, given: string): Block =>
    block("ts", line, "save();", { given: { text: given, line: line - 1 } });
  const shown = (line: number, text: string): Block => block("text", line, text, { prints: true });
  const print = (line: number): Block => block("js", line, "for (const n of [1, 2, 3]) console.log(n, 'Split');");
  const url = 'if ("http://127.0.0.1:8080" !== process.env["COURT_REGISTER_BASE_URL"]) throw new Error();';
  const mistakes = await tryModules([
    [block("ts", 10, "const rows: number[] = [];\nthrow new Error(rows.length + ' rows');")],
    // What a block assumes runs with it, so it must have a value.
    [uses(20, "declare const save: () => void;")],
    [uses(30, "const save = (): void => {};")],
    // What is shown must be printed, in this order.
    [print(40), shown(45, "1 Split\n2 Split\n…")],
    [print(50), shown(55, "1 Split\n…\n3 Split")],
    [print(60), shown(65, "3 Split\n…\n1 Split")],
    // The service that documents show is that of the run. Its key is not printed again.
    [block("ts", 70, url)],
    [block("ts", 80, "console.log('my-key');")],
    [block("ts", 90, "throw new Error();", { notRun: "it fails" })],
  ]);
  const said = mistakes.map(({ line, what }) => `${line} ${what}`).sort();
  expect(said).toEqual([
    expect.stringMatching(/^11 this ended with 1:[\s\S]*Error: 0 rows/),
    expect.stringMatching(/^20 this ended with 1:[\s\S]*save is not defined/),
    "65 this is not what the block prints, which is:\n  | 1 Split\n  | 2 Split\n  | 3 Split",
    "80 this prints the subscription key",
  ]);
});

describe("running scripts", () => {
  const environment = (): Parameters<typeof runChain>[2] => ({
    folder,
    patience: 100,
    commands: "/nowhere",
    registry: { npmrc: "", env: {}, [Symbol.asyncDispose]: async () => {} },
    service,
  });
  let places = 0;
  const run = async (...texts: string[]): Promise<string[]> => {
    const chain = texts.map((text, index) => block("sh", 10 * (index + 1), text));
    const mistakes = await runChain(chain, `place-${places++}`, environment());
    return mistakes.map(({ line, what }) => `${line} ${what}`);
  };

  test("a command that fails halfway is reported, with what was printed", async () => {
    expect(await run("echo first\nfalse\necho last")).toEqual(["10 this ended with 1:\n  | first"]);
    expect(await run("false | true")).toHaveLength(1);
    expect(await run('echo "$NOT_SET"')).toHaveLength(1);
  });

  test("a printed key is reported, without printing it again", async () => {
    expect(await run('echo "$COURT_REGISTER_KEY"')).toEqual(["10 this prints the subscription key"]);
  });

  test("a server is interrupted, and must then exit", async () => {
    expect(await run("echo Listening on http://127.0.0.1:1\nexec sleep 100")).toEqual([]);
    const deaf = await run("trap '' INT\necho Listening on http://127.0.0.1:1\nsleep 100");
    expect(deaf).toEqual([expect.stringMatching(/^10 this still runs 0.1 s after it was interrupted:/)]);
  });
});
