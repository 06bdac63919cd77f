/** What a command prints, on streams that a test looks at. The commands themselves are in `test/commands.test.ts`. */
import { spawnSync } from "node:child_process";
import fc from "fast-check";
import { expect, test } from "vitest";
import { bar, explainDenied, fitHelp, type Output, printable, Screen, withoutSecrets } from "./output.ts";

const terminal = { TERM: "xterm-256color" };

/** A screen, and what was written on it. */
function screen(env: NodeJS.ProcessEnv = {}, output: Partial<Output> = {}): { screen: Screen; text: () => string } {
  let text = "";
  const write = (part: string): void => {
    text += part;
  };
  return { screen: new Screen({ write, ...output }, env), text: () => text };
}

test("what steers a terminal, begins a line or changes the direction of text is escaped, and all other text is left", () => {
  expect(printable("a\u001b[2J\r\n\t\u007f\u009b31m\u202e\u2066\u200f\u061c\u2028\u2029\ud800")).toBe(
    "a\\u001b[2J\\u000d\\u000a\\u0009\\u007f\\u009b31m\\u202e\\u2066\\u200f\\u061c\\u2028\\u2029\\ud800",
  );
  const text = 'ČĆĐŠŽ "&" <a> \\ \\u001b \u00a0 \u00ad \u{1f600} שלום';
  expect(printable(text)).toBe(text);
});

test("a line of JSON still says the same", () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: "binary" }), (value) => {
      const line = JSON.stringify(value);
      expect(JSON.parse(printable(line))).toEqual(JSON.parse(line));
    }),
  );
});

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

test("no secret of the command line or of the environment is left in a text, in whichever spelling, nor a part of it", () => {
  const secret = fc
    .string({ minLength: 4, maxLength: 40 })
    .filter((one) => /^\S+$/.test(one) && !"[redacted]".includes(one));
  const places: ((one: string) => [string[], NodeJS.ProcessEnv])[] = [
    (one) => [["sync", "--key", one], {}],
    (one) => [[`--key=${one}`], {}],
    (one) => [[], { COURT_REGISTER_KEY: one }],
    (one) => [[], { COURT_REGISTER_CLIENT_SECRET: one }],
    (one) => [[], { COURT_REGISTER_WEBHOOK_SECRET: one }],
    (one) => [["--graphql-header", `Authorization: Bearer ${one}`], {}],
    (one) => [[], { COURT_REGISTER_GRAPHQL_HEADERS: `X-First: some\nAuthorization: Bearer ${one}` }],
    (one) => [[`postgres://writer:${encodeURIComponent(one)}@db.primjer.hr/registers`], {}],
  ];
  const spellings: ((one: string) => string)[] = [
    (one) => one,
    encodeURIComponent,
    (one) => JSON.stringify(one),
    (one) => Buffer.from(one).toString("base64"),
  ];
  fc.assert(
    fc.property(secret, fc.constantFrom(...places), fc.constantFrom(...spellings), (one, place, spell) => {
      const spelled = place === places.at(-1) ? encodeURIComponent(one) : spell(one);
      const shown = withoutSecrets(`Error: <<${spelled}>> is not known\n    at f (file.js:1:2)`, ...place(one));
      expect(shown.startsWith("Error: <<")).toBe(true);
      expect(shown).toMatch(/\[redacted\].*>> is not known\n {4}at f \(file\.js:1:2\)$/s);
    }),
  );
});

test("what node --permission refuses is answered by the flag that allows it", () => {
  const denied = Object.assign(new Error("Access to this API has been restricted."), {
    code: "ERR_ACCESS_DENIED",
    permission: "FileSystemWrite",
    resource: "/reports",
  });
  expect(explainDenied(denied)).toContain("give it --allow-fs-write=/reports");
  expect(explainDenied(Object.assign(denied, { permission: "WorkerThreads", resource: "" }))).toMatch(
    /--allow-worker$/,
  );
  expect(explainDenied(new Error("other"))).toBeUndefined();
});

test("what nobody caught ends the command with its stack, without the key", () => {
  const code = `const { watchOutput } = await import(${JSON.stringify(new URL("output.ts", import.meta.url).href)});
    watchOutput("a-command");
    setImmediate(() => { throw new Error("Not known: " + process.env.COURT_REGISTER_KEY); });`;
  const env = { ...process.env, COURT_REGISTER_KEY: "tajni-kljuc-4711" };
  const { status, stderr } = spawnSync(process.execPath, ["--eval", code], { env, encoding: "utf8" });
  expect(status).toBe(2);
  expect(stderr).toMatch(/^a-command: Error: Not known: \[redacted\]\n {4}at /);
});

test("help fits the terminal: a description goes on where it begins, or below its term; a command to copy stays whole", () => {
  const help = [
    "Usage: a-command with-arguments [options] <target>",
    "",
    "  --one <name>  a description of this",
    "  --another-one  short",
    "A paragraph that is long enough.",
    "  $ a command that nobody wants to have broken",
  ].join("\n");
  expect(fitHelp(help, 36).split("\n")).toEqual([
    "Usage: a-command with-arguments",
    "       [options] <target>",
    "",
    "  --one <name>  a description of",
    "                this",
    "  --another-one  short",
    "A paragraph that is long enough.",
    "  $ a command that nobody wants to have broken",
  ]);
  expect(fitHelp(help, 32).split("\n").slice(3, 5)).toEqual(["  --one <name>", "      a description of this"]);
  expect(
    fitHelp("x ".repeat(60).trim(), Number.POSITIVE_INFINITY)
      .split("\n")
      .map(({ length }) => length),
  ).toEqual([79, 39]);
});

test("fitted help has the same words in the same order, and no line that is too wide but for one long word", () => {
  const word = fc.string({ unit: fc.constantFrom("a", "č", "-", "<", "1"), minLength: 1, maxLength: 14 });
  const words = fc.array(word, { minLength: 1, maxLength: 12 }).map((all) => all.join(" "));
  const line = fc.oneof(
    words,
    fc.tuple(word, words).map(([term, text]) => `  ${term}  ${text}`),
    fc.constant(""),
  );
  fc.assert(
    fc.property(fc.array(line), fc.integer({ min: 20, max: 100 }), (lines, width) => {
      const fitted = fitHelp(lines.join("\n"), width);
      expect(fitted.split(/\s+/)).toEqual(lines.join("\n").split(/\s+/));
      for (const one of fitted.split("\n")) expect(one.length).toBeLessThanOrEqual(width);
    }),
  );
});
