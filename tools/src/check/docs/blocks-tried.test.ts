/** Compiling and running right and wrong blocks. */
import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { root } from "../../repository.ts";
import type { Block, Marks } from "./document.ts";
import { adapt, commandsOf, runChain } from "./shell.ts";
import { compile } from "./typescript.ts";

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "docs-"));
  await writeFile(join(folder, "package.json"), '{ "type": "module" }');
});

afterAll(() => rm(folder, { recursive: true }));

const block = (language: string, line: number, text: string, marks: Partial<Marks> = {}): Block => ({
  file: "a.md",
  language,
  line,
  text,
  continues: false,
  inRepository: false,
  ...marks,
});

describe("compiling", () => {
  test("reports errors at the line in the document", async () => {
    const chains = [
      [block("ts", 3, "const a: number = 1;"), block("ts", 9, "a.toFixed();\na.toLowerCase();")],
      [block("ts", 20, "export const b = given;", { given: { text: "declare const given: string;", line: 19 } })],
      [block("js", 30, "/** @param {string} text */\nexport const f = (text) => text.size;")],
      [block("ts", 40, "a;")],
      [block("ts", 50, "save();", { given: { text: "declare function save(): Promise<void>;", line: 49 } })],
    ];
    // With Node's types, which every reader has.
    await symlink(join(root, "tools/node_modules"), join(folder, "node_modules"));
    const findings = await compile(chains, folder);
    expect(findings.map(({ line, what }) => `${line} ${what}`)).toEqual([
      "10 error TS2339: Property 'toLowerCase' does not exist on type 'number'.",
      expect.stringMatching(/^31 .*Property 'size' does not exist/),
      expect.stringMatching(/^40 .*Cannot find name 'a'/),
      expect.stringMatching(/^50 .*"floating" Promise/),
    ]);
  });

  test("reports what is no TypeScript at its line, too", async () => {
    const findings = await compile([[block("ts", 60, "const = 5;")]], folder);
    const what = "error TS1134: Variable declaration expected.";
    // The compiler alone says so, though the linter sees it too.
    expect(findings).toEqual(findings.map(() => ({ file: "a.md", line: 60, what })));
    expect(findings).not.toEqual([]);
  });
});

describe("running", () => {
  const environment = (): Parameters<typeof runChain>[2] => ({
    folder,
    registry: { npmrc: "", env: {}, [Symbol.asyncDispose]: async () => {} },
    service: { url: "http://127.0.0.1:1", key: "tajni-kljuc", exampleCase: "P-1/2020@3" },
  });
  let places = 0;
  const run = async (...texts: string[]): Promise<string[]> => {
    const chain = texts.map((text, index) => block("sh", 10 * (index + 1), text));
    const findings = await runChain(chain, `place-${places++}`, environment());
    return findings.map(({ line, what }) => `${line} ${what}`);
  };

  test("blocks that continue share a folder, and others do not", async () => {
    expect(await run("echo text > file", "test -e file")).toEqual([]);
    expect(await run("test -e file")).toEqual([expect.stringMatching(/^10 this ended with 1/)]);
  });

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
  });

  test("only the commands after the prompt of a transcript are run", () => {
    expect(commandsOf({ language: "console", text: "$ ls \\\n  -l\ntotal 0\n$ pwd\n/" })).toBe("ls \\\n  -l\npwd");
    expect(commandsOf({ language: "sh", text: "ls" })).toBe("ls");
  });

  test.each([
    ["curl https://registar.primjer.hr/javni", "curl http://127.0.0.1:1/javni"],
    ["curl http://127.0.0.1:8080/graphql", "curl http://127.0.0.1:1/graphql"],
    ["export KEY=…", "export KEY=tajni-kljuc"],
    ["--case Ovr-1283/2015@12", "--case P-1/2020@3"],
    ["npx @court-register/reference-server", "npx @court-register/reference-server --port 0"],
    ["npx @court-register/reference-server --port 9", "npx @court-register/reference-server --port 9"],
  ])("%s is run as %s", (written, run) => expect(adapt(written, environment().service)).toBe(run));
});
