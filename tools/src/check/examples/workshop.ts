/** A copy of an example in a temporary folder, as a user has it. */
import { readdirSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { expect } from "vitest";
import { typeCheck } from "../runtimes/compilers.ts";
import { newestCompiler } from "../runtimes/toolbox.ts";
import { copyFolder } from "../support/packed.ts";
import { start, withoutKey } from "../support/process.ts";
import type { Registry } from "../support/registry.ts";

/** What the checks of examples share. */
export interface Workshop {
  /** The parent of the copies. */
  folder: string;
  /** The packed packages, for npm to install. */
  registry: Registry;
  key: string;
}

/** What a program did. */
export interface Ended {
  code: number | undefined;
  /** Both streams. */
  output: string;
}

/** What a program printed. @throws Error with that if it did not end with this exit code. */
export async function outputOf(running: Promise<Ended>, wanted = 0): Promise<string> {
  const { code, output } = await running;
  if (code !== wanted) throw new Error(`Exit code ${code}, not ${wanted}:\n${output}`);
  return output;
}

export interface ExampleFolder {
  path: string;
  /** Runs a program in the folder, with npm's settings. */
  run(program: string, args: readonly string[], env?: NodeJS.ProcessEnv): Promise<Ended>;
  /** Runs `npm start` with arguments. */
  start(args: readonly string[], env: NodeJS.ProcessEnv): Promise<Ended>;
  /** Runs `npm start`, which must exit with 1 and say why, without a stack. */
  refused(args: readonly string[], env: NodeJS.ProcessEnv, reason: string): Promise<void>;
  /** Installs its dependencies, and compiles it with the flags of a strict user. */
  install(): Promise<void>;
}

/** Copies an example, given as a folder from the repository's root. */
export async function copyExample(example: string, { folder, registry, key }: Workshop): Promise<ExampleFolder> {
  const path = join(folder, basename(example));
  await copyFolder(example, path);
  await writeFile(join(path, ".npmrc"), registry.npmrc);
  const copy: ExampleFolder = {
    path,
    async run(program, args, env = {}) {
      // For npm in other folders, too.
      const npmrc = { npm_config_userconfig: join(path, ".npmrc") };
      const options = { cwd: path, env: { ...registry.env, ...npmrc, ...env }, timeout: 300_000 };
      const { exitCode, all } = await start(program, args, options);
      return { code: exitCode, output: withoutKey(all, key) };
    },
    start: (args, env) => copy.run("npm", ["start", "--silent", "--", ...args], env),
    async refused(args, env, reason) {
      const output = await outputOf(copy.start(args, env), 1);
      expect(output).toContain(reason);
      expect(output).not.toMatch(/^ +at /m);
    },
    async install() {
      await outputOf(copy.run("npm", ["install"]));
      // Errors in the declarations of its dependencies are not its own.
      const options = { skipLibCheck: true, module: "nodenext", lib: ["es2023"], types: ["node"] };
      const files = readdirSync(path).filter((file) => file.endsWith(".ts"));
      await typeCheck(newestCompiler, path, options, files);
    },
  };
  return copy;
}
