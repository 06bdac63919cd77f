import { spawn } from "node:child_process";
import { root } from "./repository.ts";

/**
 * Runs turbo tasks in the whole repository, output on this process's own streams.
 *
 * @returns turbo's exit code.
 */
export function turbo(...args: string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn("turbo", ["run", ...args], { cwd: root, stdio: "inherit" });
    const end = (): void => void child.kill("SIGTERM");
    process.once("SIGTERM", end);
    child.once("error", reject);
    child.once("exit", (code, signal) => {
      process.off("SIGTERM", end);
      resolve(code ?? (signal === null ? 1 : 130));
    });
  });
}

/** Builds what is not built yet, silently when all goes well; ends this process when it does not. */
export async function build(...args: string[]): Promise<void> {
  const code = await turbo("build", "--output-logs=errors-only", "--log-order=grouped", ...args);
  if (code !== 0) process.exit(code);
}
