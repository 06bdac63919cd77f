/** Every root command explains itself, and does nothing when it does not know what it is told. */
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { root } from "../src/repository.ts";

const { scripts }: { scripts: Record<string, string> } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));

/** Those that pass what they are told on to a program, which has to be built for that. */
const passOn = ["conformance", "serve"];

async function run(script: string, ...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const [program = "", ...before] = script.split(" ");
  expect(program).toBe("node");
  const env = { ...process.env, NO_COLOR: "1", FORCE_COLOR: undefined };
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [...before, ...args], { cwd: root, env });
    return { code: 0, out: stdout, err: stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }; // as promisify says
    return { code, out: stdout, err: stderr };
  }
}

/** Those that have no script of their own. */
const programs = ["tools/src/release/version.ts", "tools/src/lint/cli.ts", "tools/src/first-start.ts"];

describe.each(programs)("node %s", (program) => {
  test("--help explains it, and does nothing", async () => {
    const { code, out, err } = await run(`node ${program}`, "--help");
    expect([code, out.split("\n")[0], err]).toEqual([0, expect.stringMatching(`^pnpm exec node ${program}`), ""]);
  });

  test("--nope is refused before anything is done", async () => {
    const { code, out } = await run(`node ${program}`, "--nope");
    expect([code, out]).toEqual([2, ""]);
  });
});

describe.each(Object.entries(scripts))("pnpm %s", (name, script) => {
  test("--help explains it", async () => {
    const { code, out, err } = await run(script, "--help");
    expect([code, err.replace("Building …\n", "")]).toEqual([0, ""]);
    if (passOn.includes(name)) {
      expect(out).toMatch(/^Usage: court-register-/);
      return;
    }
    expect(out.split("\n")[0]).toMatch(new RegExp(`^pnpm ${name.replace("generate:check", "generate")}( \\[|$)`));
    expect(out.split("\n").length).toBeGreaterThan(3);
  });

  test.each(["--nope", "nope"])("%s is refused before anything is done", async (word) => {
    const { code, out, err } = await run(script, word);
    expect([code, out]).toEqual([2, ""]);
    // The key of a service may be such a word: a program that takes one does not repeat it.
    expect(err).toMatch(
      passOn.includes(name) ? /^(Building …\n)?.*(error|court-register)/ : new RegExp(`^[^\\n]*'?${word}\\b`),
    );
    expect(err).not.toMatch(/^ +at |To specify a positional argument/m);
  });
});

test("-h is --help", async () => {
  const build = scripts.build ?? "";
  expect(await run(build, "-h", "--nope")).toEqual(await run(build, "--help"));
});
