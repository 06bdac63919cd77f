import { type SpawnOptions, spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { root } from "./repository.ts";

/** Runs turbo tasks in the whole repository, with their output on this terminal. @returns turbo's exit code. */
export function turbo(...args: string[]): Promise<number> {
  return spawnTurbo(args, { stdio: "inherit" }).code;
}

/** Runs turbo tasks and captures what turbo prints. */
async function turboQuietly(...args: string[]): Promise<{ code: number; output: string }> {
  const { child, code } = spawnTurbo(args, { stdio: ["ignore", "pipe", "pipe"] });
  const output = await Promise.all([child.stdout, child.stderr].map((stream) => (stream ? text(stream) : "")));
  return { code: await code, output: output.join("") };
}

/** Builds packages. When that fails, prints turbo's output and exits with 2: 1 would be the verdict of what was to run next. */
export async function build(...args: string[]): Promise<void> {
  console.error("Building …");
  const { code, output } = await turboQuietly("build", "--output-logs=errors-only", ...args);
  if (code === 0) return;
  console.error(output);
  process.exit(2);
}

function spawnTurbo(args: string[], options: SpawnOptions): { child: ReturnType<typeof spawn>; code: Promise<number> } {
  // Opt out of telemetry.
  const env = { ...process.env, TURBO_TELEMETRY_DISABLED: "1" };
  const child = spawn("turbo", ["run", ...args], { cwd: root, env, ...options });
  let stopped = false;
  const end = (): void => {
    stopped = true;
    child.kill("SIGTERM");
  };
  process.once("SIGTERM", end);
  const code = new Promise<number>((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (exitCode) => {
      process.off("SIGTERM", end);
      // Stopped by a signal: not done, whatever turbo's exit code says.
      resolve(stopped ? 1 : (exitCode ?? 1));
    });
  });
  return { child, code };
}
