/** What a command prints, on streams that a test looks at. The commands themselves are in `tools/test/commands.test.ts`. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { bar, type Output, Screen } from "./screen.ts";

const terminal = { TERM: "xterm-256color" };

/** A screen, and what was written on it. */
function screen(env: NodeJS.ProcessEnv = {}, output: Partial<Output> = {}): { screen: Screen; text: () => string } {
  let text = "";
  const write = (part: string): void => {
    text += part;
  };
  return { screen: new Screen({ write, ...output }, env), text: () => text };
}

test("no text has an effect on a terminal, coloured or not", () => {
  const hostile = fc.string({
    unit: fc.oneof(fc.constantFrom("\u001b", "[", "3", "1", ";", "m", "\u009b"), fc.string()),
  });
  fc.assert(
    fc.property(hostile, (text) => {
      const shown = screen(terminal, { isTTY: true, columns: 80 });
      shown.screen.print(`${text}${shown.screen.red(text)}`);
      // Line feeds stay, and so do the two colours of our own.
      expect(shown.text().replace("\u001b[31m", "").replace("\u001b[39m", "")).not.toMatch(
        /[^\P{Cc}\n]|\p{Bidi_Control}/u,
      );
    }),
  );
});

test.each<[string, NodeJS.ProcessEnv, boolean, coloured: boolean, redrawn: boolean]>([
  ["a terminal", terminal, true, true, true],
  ["a dumb terminal", { TERM: "dumb" }, true, false, false],
  ["a terminal, NO_COLOR", { ...terminal, NO_COLOR: "1" }, true, false, true],
  ["a terminal of continuous integration", { ...terminal, CI: "true", FORCE_COLOR: "1" }, true, true, false],
  ["a file", terminal, false, false, false],
  ["a file, FORCE_COLOR", { ...terminal, FORCE_COLOR: "1" }, false, true, false],
  ["a file, FORCE_COLOR=0", { ...terminal, FORCE_COLOR: "0" }, false, false, false],
])(
  "%s: colours and a status that is drawn again are there where they are wanted",
  (_, env, isTTY, coloured, redrawn) => {
    const shown = screen(env, { isTTY, columns: 80 });
    shown.screen.status("half");
    shown.screen.print(shown.screen.green("line"));
    shown.screen.status();
    const line = coloured ? "\u001b[32mline\u001b[39m\n" : "line\n";
    expect(shown.text()).toBe(redrawn ? `half\r\u001b[2K${line}half\r\u001b[2K` : line);
  },
);

test("the width decides which form of a status is shown, and no form is cut", () => {
  const forms = [`${bar(0.5)} 1,234 of 2,468 rows`, "1,234 of 2,468 rows", "1,234"];
  for (const columns of [120, 46, 45, 20, 19, 0]) {
    const shown = screen(terminal, { isTTY: true, columns });
    shown.screen.status(...forms);
    expect(forms).toContain(shown.text());
    expect(shown.text().length).toBeLessThan(columns < 20 ? (columns === 0 ? 80 : 20) : columns);
  }
});

test.each([
  [0, "░░░░"],
  [0.49, "█░░░"],
  [1, "████"],
  [3, "████"],
])("a share of %d is the bar %s", (share, shown) => {
  expect(bar(share, 4)).toBe(shown);
});
