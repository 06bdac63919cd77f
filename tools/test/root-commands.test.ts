/** Every root command has a help text, and does nothing when it gets an unknown argument. */
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { root } from "../src/shared/repository.ts";

const { scripts }: { scripts: Record<string, string> } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));

/** Those that pass their arguments on to a program, which has to be built first. */
const passOn = ["conformance", "mirror", "serve"];

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

/** Commands without a script in package.json. */
const programs = [
  "tools/src/release/version.ts",
  "tools/src/start/measure-first-start.ts",
  "tools/src/readme-pictures/index.ts",
];

describe.each(programs)("node %s", (program) => {
  test("--help prints the help, and does nothing else", async () => {
    const { code, out, err } = await run(`node ${program}`, "--help");
    expect([code, out.split("\n")[0], err]).toEqual([0, expect.stringMatching(`^pnpm exec node ${program}`), ""]);
  });

  test("--nope is refused before anything is done", async () => {
    const { code, out } = await run(`node ${program}`, "--nope");
    expect([code, out]).toEqual([2, ""]);
  });
});

describe.each(Object.entries(scripts))("pnpm %s", (name, script) => {
  test("--help prints the help", async () => {
    const { code, out, err } = await run(script, "--help");
    expect([code, err.replace("Building …\n", "")]).toEqual([0, ""]);
    if (passOn.includes(name)) {
      expect(out).toMatch(/^Usage: court-register-/);
      return;
    }
    const command = name.replace("generate:check", "generate").replace(/^check:(docs|examples|runtimes)$/, "check");
    expect(out.split("\n")[0]).toMatch(new RegExp(`^pnpm ${command}( \\[|$)`));
    expect(out.split("\n").length).toBeGreaterThan(3);
  });

  // These have tests of their own, and would be built first.
  test.skipIf(passOn.includes(name)).each(["--nope", "nope"])("%s is refused before anything is done", async (word) => {
    const { code, out, err } = await run(script, word);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toMatch(new RegExp(`^[^\\n]*'?${word}\\b`));
    expect(err).not.toMatch(/^ +at |To specify a positional argument/m);
  });
});

test("-h is the same as --help", async () => {
  const build = scripts.build ?? "";
  expect(await run(build, "-h", "--nope")).toEqual(await run(build, "--help"));
});
