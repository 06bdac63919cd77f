import { describe, expect, it } from "vitest";
import { access, docComment, key, literal, markdown, oneLine } from "./print.ts";

describe("what a spec says never becomes code", () => {
  it("names are quoted unless they are identifiers", () => {
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

  it("literals evaluate to the text, on one line", () => {
    for (const text of ['"', "\\", "\u2028\u2029", "`", "</script>", "\n"]) {
      expect(literal(text)).not.toMatch(/[\n\u2028\u2029]/);
      expect(JSON.parse(literal(text))).toBe(text);
    }
  });

  it("comments have no end but their own", () => {
    const comment = docComment(["Ends */ here", "*/", "next\n * @line\u2028x"], "  ");
    expect(comment.match(/\*\//g)).toHaveLength(1);
    expect(comment).toBe("  /**\n   * Ends *\\/ here\n   * *\\/\n   * next * @line x\n   */");
    expect(docComment(["Short."], "  ")).toBe("  /** Short. */");
  });

  it("comments are wrapped within 120 characters", () => {
    const lines = docComment([Array(80).fill("riječ").join(" ")], "    ").split("\n");
    expect(lines.length).toBeGreaterThan(4);
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(120);
  });

  it("Markdown has no markup of the spec's", () => {
    expect(markdown("a | b <script> [x](y)\n# c")).toBe("a \\| b &lt;script&gt; \\[x\\](y) # c");
    expect(oneLine(" a\t\u0000b\u202e ")).toBe("a b");
  });
});
