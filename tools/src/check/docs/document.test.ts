import { describe, expect, test } from "vitest";
import { sortBlocks } from "./blocks.ts";
import { type Block, type Document, findBrokenLinks, readDocument } from "./document.ts";

const fence = "```";

/** A document with these lines. */
const read = (...lines: string[]): Document => readDocument("guides/a.md", lines.join("\n"));

describe("blocks", () => {
  test("have a language, a text and the line that the text starts on", () => {
    const { blocks } = read(
      "# A",
      "",
      `${fence}ts`,
      "one();",
      "two();",
      fence,
      "",
      "- in a list",
      `  ${fence}sh`,
      "  ls",
      `  ${fence}`,
    );
    expect(blocks).toMatchObject([
      { file: "guides/a.md", language: "ts", text: "one();\ntwo();", line: 4 },
      { language: "sh", text: "ls", line: 10 },
    ]);
  });

  test("have the marks of the comments directly before them", () => {
    const marks = ["<!-- continues -->", "<!-- given: declare const a: 1;", "declare const b: 2; -->"];
    const { blocks, mistakes } = read(...marks, `${fence}ts`, "a;", fence, "", `${fence}ts`, fence);
    expect(mistakes).toEqual([]);
    expect(blocks).toMatchObject([
      {
        continues: true,
        inRepository: false,
        given: { text: "declare const a: 1;\ndeclare const b: 2;", line: 2 },
        line: 5,
      },
      { continues: false },
    ]);
    expect(blocks[1]).not.toHaveProperty("given");
  });

  test("may say that they show a print, or are not run, and why", () => {
    const { blocks } = read(
      "<!-- not run: it never\n     ends -->",
      `${fence}ts`,
      "a;",
      fence,
      "",
      "<!-- prints -->",
      `${fence}text`,
      "a",
      fence,
    );
    expect(blocks).toMatchObject([
      { notRun: "it never ends", prints: false },
      { prints: true, text: "a" },
    ]);
  });

  test("may give a reason for not being checked", () => {
    const { blocks } = read("<!-- not checked: it needs\n     Java -->", `${fence}sh`, "java", fence);
    expect(blocks).toMatchObject([{ notChecked: "it needs Java" }]);
  });

  test.each([
    ["a mark without a reason", ["<!-- not checked -->", `${fence}sh`, "ls", fence]],
    ["a mark with extra text", ["<!-- continues: here -->", `${fence}sh`, "ls", fence]],
    ["a mark that no block follows", ["<!-- continues -->", "", "Some words.", `${fence}sh`, "ls", fence]],
    ["a mark at the end", ["Some words.", "", "<!-- in the repository -->"]],
  ])("%s is a mistake", (_, lines) => {
    expect(read(...lines).mistakes).toMatchObject([
      { file: "guides/a.md", line: lines.indexOf(lines.find((one) => one.startsWith("<!--")) ?? "") + 1 },
    ]);
  });

  test("other comments are ignored", () => {
    expect(read("<!-- Generated. -->", `${fence}ts`, "a;", fence)).toMatchObject({
      mistakes: [],
      blocks: [{ continues: false }],
    });
  });
});

describe("sorting", () => {
  const block = (language: string, text: string, more: Partial<Block> = {}): Block => ({
    file: "a.md",
    line: 1,
    language,
    text,
    continues: false,
    inRepository: false,
    prints: false,
    ...more,
  });

  test("a block that continues joins the last block of its kind", () => {
    const { compiled, run } = sortBlocks([
      block("ts", "1"),
      block("sh", "2"),
      block("js", "3", { continues: true }),
      block("console", "4", { continues: true }),
      block("ts", "5"),
    ]);
    expect(compiled.map((chain) => chain.map(({ text }) => text))).toEqual([["1", "3"], ["5"]]);
    expect(run.map((chain) => chain.map(({ text }) => text))).toEqual([["2", "4"]]);
  });

  test("what a block prints joins it, and a block that is not run is told apart", () => {
    const print = block("ts", "1", { notRun: "it needs a printer" });
    const shown = block("text", "2", { prints: true });
    expect(sortBlocks([print, shown])).toEqual({
      compiled: [[print, shown]],
      run: [],
      unchecked: [print],
      mistakes: [],
    });
  });

  test.each([
    ["an unknown language", block("typescript", "")],
    ["a continuation of nothing", block("ts", "", { continues: true })],
    ["a print of nothing", block("text", "", { prints: true })],
    ["broken JSON", block("json", "{")],
    ["broken YAML", block("yaml", "a: [")],
  ])("%s is a mistake", (_, wrong) => {
    expect(sortBlocks([wrong]).mistakes).toHaveLength(1);
  });

  test("blocks that need no check get none", () => {
    const unchecked = block("sh", "java", { notChecked: "no Java" });
    expect(sortBlocks([block("", "┌─┐"), block("json", "{}"), block("yaml", "a: 1"), unchecked])).toEqual({
      compiled: [],
      run: [],
      unchecked: [unchecked],
      mistakes: [],
    });
  });
});

describe("links", () => {
  const files = new Set(["README.md", "guides/a.md", "guides/b.md", "packages/fetch/src/index.ts"]);
  const other = readDocument("guides/b.md", '# Two words\n\n## `code` & more\n\n## Two words\n\n<a id="here"></a>\n');

  const broken = (url: string): string[] => {
    const document = read("# Own heading", "", `[text](${url})`);
    return findBrokenLinks(document, files, (file) => (file === "guides/b.md" ? other : document)).map(
      ({ what }) => what,
    );
  };

  test.each([
    "b.md",
    "../README.md",
    "../packages/fetch",
    "../packages/fetch/",
    "../packages",
    "b.md#two-words",
    "b.md#two-words-1",
    "b.md#code--more",
    "b.md#here",
    "#own-heading",
    "https://primjer.hr/nowhere",
    "mailto:osoba@primjer.hr",
  ])("%s resolves", (url) => expect(broken(url)).toEqual([]));

  test.each([
    "c.md",
    "B.md",
    "../fetch",
    "../../elsewhere.md",
    "/README.md",
    "b.md#three-words",
    "#other-heading",
    "../packages/fetch/src/index.ts#L3",
  ])("%s is broken", (url) => expect(broken(url)).toHaveLength(1));

  test("links in images, definitions and HTML are found too", () => {
    const document = read(
      "![a](c.svg)",
      "",
      "[text][d]",
      "",
      "[d]: d.md",
      "",
      'Text <a href="e.md">e</a>',
      "",
      '<img src="f.svg">',
    );
    expect(findBrokenLinks(document, files, () => document).map(({ line }) => line)).toEqual([1, 5, 7, 9]);
  });
});
