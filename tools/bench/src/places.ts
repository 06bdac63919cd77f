import { execFile } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

export const bench: string = fileURLToPath(new URL("../", import.meta.url)).replace(/[/\\]$/, "");

export const root: string = join(bench, "../..");

/** The peers' generated code, and a bundle of all contenders. Git-ignored. */
export const generated: string = join(bench, ".generated");

/** A program that a measure runs in its own process. */
export const program = (name: string): string => join(bench, `src/processes/${name}.ts`);

/** What `pnpm bench` can measure, in the order in which it is shown: a file in `measures` for each. */
export const names = ["size", "decode", "defaults", "walk", "mirror"] as const;

/**
 * Runs a program.
 *
 * @param variables - of the environment, beside those of this process.
 * @returns its standard output.
 * @throws Error with all of its output when it fails.
 */
export async function run(
  program: string,
  args: readonly string[],
  variables: Record<string, string> = {},
): Promise<string> {
  const failed = (error: Error & { stdout?: string }): never => {
    throw new Error(`${error.message}\n${error.stdout ?? ""}`);
  };
  const options = { cwd: bench, maxBuffer: 2 ** 28, env: { ...process.env, ...variables } };
  const done = await promisify(execFile)(program, args, options).catch(failed);
  return done.stdout;
}
