import { spawn } from "node:child_process";

/**
 * Runs a program.
 *
 * @returns its standard output.
 * @throws Error with all of its output when it fails.
 */
export function run(
  program: string,
  args: readonly string[],
  { cwd, env = process.env }: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      ...(cwd === undefined ? {} : { cwd }),
      env,
      stdio: ["ignore", "pipe", "pipe"],
    });
    let stdout = "";
    let stderr = "";
    child.stdout.on("data", (text) => {
      stdout += text;
    });
    child.stderr.on("data", (text) => {
      stderr += text;
    });
    child.once("error", reject);
    child.once("close", (code) => {
      if (code === 0) resolve(stdout);
      else reject(new Error(`${program} ${args.join(" ")} failed (exit code ${code}):\n${stdout}${stderr}`));
    });
  });
}
