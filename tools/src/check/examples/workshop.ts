/** Copies of examples in temporary folders, and the packed packages for npm to install. */
import { readdir, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { strictest, typeCheck } from "../runtimes/compilers.ts";
import { newestCompiler } from "../runtimes/toolbox.ts";
import type { Trial } from "../support/judge.ts";
import { copyFolder } from "../support/packed.ts";
import { type Running, run, start } from "../support/process.ts";
import type { Registry } from "../support/registry.ts";

/** What the trials of examples share. */
export interface Workshop {
  /** The parent of the copies. */
  folder: string;
  registry: Registry;
  key: string;
}

/** A copy of an example, as a user has it. */
export interface Place {
  path: string;
  /** Runs `npm start` with arguments; it must exit with 0. @returns its output. */
  npmStart(args: readonly string[], env: NodeJS.ProcessEnv): Promise<string>;
  /** Runs `npm start` with arguments; it must exit with 1 and say why, without a stack. @returns its output. */
  refused(args: readonly string[], env: NodeJS.ProcessEnv, reason: string): Promise<string>;
  /** Starts `npm start` without waiting for it. */
  begin(args: readonly string[], env: NodeJS.ProcessEnv): Running;
  install(): Promise<string>;
  compile(): Promise<string>;
}

/** Copies an example, given as a folder from the repository's root. */
export async function copyExample(example: string, { folder, registry }: Workshop): Promise<Place> {
  const path = join(folder, basename(example));
  await copyFolder(example, path);
  await writeFile(join(path, ".npmrc"), registry.npmrc);
  const begin = (args: readonly string[], env: NodeJS.ProcessEnv): Running =>
    start("npm", ["start", "--silent", "--", ...args], { cwd: path, env: { ...registry.env, ...env } });
  async function ended(running: Running, wanted: number): Promise<string> {
    const code = await running.ended;
    if (code !== wanted) throw new Error(`error: exit code ${code}, not ${wanted}\n${running.output()}`);
    return running.output();
  }
  return {
    path,
    begin,
    npmStart: (args, env) => ended(begin(args, env), 0),
    async refused(args, env, reason) {
      const output = await ended(begin(args, env), 1);
      expectAll(output, reason);
      if (/^ +at /m.test(output)) throw new Error(`error: a stack was printed\n${output}`);
      return output;
    },
    install: () => run("npm", ["install"], { cwd: path, env: registry.env, timeout: 300_000 }),
    compile: () => compile(path),
  };
}

/** The flags that an example compiles with. Errors in the declarations of its dependencies are not its own. */
const compilerOptions = {
  ...strictest,
  skipLibCheck: true,
  module: "nodenext",
  moduleResolution: "nodenext",
  lib: ["es2023"],
  types: ["node"],
};

async function compile(path: string): Promise<string> {
  const files = (await readdir(path)).filter((file) => file.endsWith(".ts"));
  const { code, output } = await typeCheck(newestCompiler, path, compilerOptions, files);
  if (code !== 0) throw new Error(output);
  return output;
}

/** @throws Error when the output does not contain every text. */
export function expectAll(output: string, ...wanted: readonly string[]): void {
  for (const text of wanted)
    if (!output.includes(text)) throw new Error(`error: "${text}" is not in what was printed\n${output}`);
}

/** @throws Error when the output is not as expected. @returns the output. */
export function expectOutput(output: string, expected: string): string {
  if (output !== expected) throw new Error(`error: this was printed:\n${output}and this was expected:\n${expected}`);
  return output;
}

export function stepsOf(name: string, steps: Readonly<Record<string, () => Promise<string>>>): Trial {
  return { name, parts: Object.keys(steps), steps: true, play: async (part) => (await steps[part]?.()) ?? "" };
}
