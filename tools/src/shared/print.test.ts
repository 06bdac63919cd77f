import { describe, expect, it } from "vitest";
import { access, code, docComment, key, literal, markdown, oneLine, template } from "./print.ts";

describe("text from a spec never becomes code", () => {
  it("quotes names unless they are identifiers", () => {
    expect(["mbs", "a-b", "1a", "č", 'x"y', "a\nb", "__proto__"].map(key)).toEqual([
      "mbs",
      '"a-b"',
      '"1a"',
      '"č"',
      '"x\\"y"',
      '"a\\nb"',
      "__proto__",
    ]);
    expect([access("mbs"), access("a-b")]).toEqual([".mbs", '["a-b"]']);
  });

  it("string literals evaluate to the text, on one line", () => {
    for (const text of ['"', "\\", "\u2028\u2029", "`", "</script>", "\n"]) {
      expect(literal(text)).not.toMatch(/[\n\u2028\u2029]/);
      expect(JSON.parse(literal(text))).toBe(text);
    }
  });

  it("template literals evaluate to the text, and keep its line breaks", () => {
    const placeholder = `\${globalThis.evil = 1}`;
    const texts = ["a\n`b`", "\\", "\\`", placeholder, `\\${placeholder}`, "$`{", "a\r\nb\rc", "\u2028"];
    for (const text of texts) {
      expect(new Function(`return ${template(text)}`)()).toBe(text);
      expect(template(text).split("\n")).toHaveLength(text.split("\n").length);
    }
  });

  it("a comment cannot be ended by its text", () => {
    const comment = docComment(["Ends */ here", "*/", "next\n * @line\u2028x"], "  ");
    expect(comment.match(/\*\//g)).toHaveLength(1);
    expect(comment).toBe("  /**\n   * Ends *\\/ here\n   * *\\/\n   * next * @line x\n   */");
    expect(docComment(["Hides @ts-expect-error"], "")).toBe("/** Hides @ ts-expect-error */");
    expect(docComment(["@TS-nocheck"], "")).toBe("/** @ TS-nocheck */");
    expect(docComment(["Short.", "", " "], "  ")).toBe("  /** Short. */");
  });

  it("wraps comments within 120 characters", () => {
    const widest = ["", " ", "    "].map((indent) => {
      const comments = Array.from({ length: 200 }, (_, count) =>
        docComment([Array(count).fill("a").join(" ")], indent),
      );
      return Math.max(...comments.flatMap((comment) => comment.split("\n").map((line) => line.length)));
    });
    // With one-letter words, only every other width is possible.
    expect(widest).toEqual([120, 119, 120]);
  });

  it("escapes Markdown and HTML markup", () => {
    expect(markdown("a | b <script> [x](y)\n# c")).toBe("a \\| b &lt;script&gt; \\[x\\](y) # c");
    expect(markdown("\\[x](y)")).toBe("\\\\\\[x\\](y)");
    expect(["# a", "1. a", "1) a", "* a", "+ a", "- a", "=", "~~~", "2 a"].map(markdown)).toEqual([
      "\\# a",
      "1\\. a",
      "1\\) a",
      "\\* a",
      "\\+ a",
      "\\- a",
      "\\=",
      "\\~~~",
      "2 a",
    ]);
    expect(["a", "a`b", "``", "a\nb"].map(code)).toEqual(["`a`", "`` a`b ``", "``` `` ```", "`a b`"]);
    expect(oneLine(" a\t\u0000b\u202e ")).toBe("a b");
  });
});
