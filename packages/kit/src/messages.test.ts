import { Command } from "commander";
import fc from "fast-check";
import { expect, test } from "vitest";
import { commandOutput } from "./messages.ts";
import { Screen } from "./screen.ts";

/** What a command says of arguments. */
function told(argv: readonly string[], { columns }: { columns?: number } = {}): string {
  let text = "";
  const output = {
    write: (part: string): void => {
      text += part;
    },
    ...(columns === undefined ? {} : { isTTY: true, columns }),
  };
  const sub = new Command("sync").argument("<target>").option("--key <key>").option("--limit <n>");
  const alone = new Command("serve").option("--port <port>");
  const program = new Command("a-command").addCommand(sub).addCommand(alone);
  for (const command of [program, sub, alone])
    command.exitOverride().configureOutput(commandOutput(new Screen(output, {}), new Screen(output, {}), argv));
  try {
    program.parse([...argv], { from: "user" });
  } catch {
    // What it says is printed.
  }
  return text.trim();
}

test.each([
  [["sync", "t", "--nonsense"], "error: unknown option '--nonsense'"],
  [["sync", "t", "--limits=5"], "error: unknown option '--limits=…'\n(Did you mean --limit?)"],
  [["sync", "t", "--keytajna"], "error: unknown option '--key…'"],
  [["sync", "t", "--graphql-headerX: tajna"], "error: unknown option '--graphql-header…'"],
  [["sync", "t", "-k"], "error: unknown option '-k'"],
  [["sync", "t", "-ktajna"], "error: unknown option '-k…'"],
  [["sync", "t", "tajna"], "error: too many arguments for 'sync'. Expected 1 argument but got 2."],
  [["serve", "tajna"], "error: too many arguments for 'serve'. Every setting is an --option."],
  [["snyc"], "error: unknown command 'snyc'\n(Did you mean sync?)"],
  [["tajni-kljuc-4711"], "error: unknown command '…'"],
  [["sync"], "error: missing required argument 'target'"],
])("%j is answered by %s", (argv, message) => {
  expect(told(argv)).toBe(message);
});

test("no value of an option is told, however it is mistyped", () => {
  const value = fc.stringMatching(/^[!-~]{6,40}$/).filter((one) => !/^[a-z-]+$/.test(one));
  const mistakes: ((one: string) => string[])[] = [
    (one) => ["sync", "t", `--keys=${one}`],
    (one) => ["sync", "t", `--key${one.replace(/^=/, "a")}`],
    (one) => ["sync", "t", `--apikey=${one}`],
    (one) => ["sync", "t", `-k${one}`],
    (one) => ["sync", "t", `-k=${one}`],
    (one) => ["sync", "t", "--key", one, "--limit", "5", one.replace(/^-+/, "a")],
    (one) => [one.replace(/^-+/, "a")],
    (one) => ["sync", "t", "--limit", "5", `postgres://writer:${encodeURIComponent(one)}@db.primjer.hr/r`],
  ];
  fc.assert(
    fc.property(value, fc.constantFrom(...mistakes), (one, mistake) => {
      expect(told(mistake(one))).not.toContain(one.replace(/^[-=]+/, ""));
    }),
  );
});

test("help fits the terminal, and ends with one line", () => {
  expect(told(["serve", "--help"], { columns: 30 }).split("\n")).toEqual([
    "Usage: a-command serve",
    "       [options]",
    "",
    "Options:",
    "  --port <port>",
    "  -h, --help",
    "      display help for command",
  ]);
});
