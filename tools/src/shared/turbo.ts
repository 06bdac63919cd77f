/** Runs turbo from a program: what it prints is on this terminal. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { styleText } from "node:util";
import { prune } from "../build/prune.ts";
import { root } from "./repository.ts";

/**
 * Runs `turbo run …` in the repository's root.
 *
 * @returns its exit code, and the path of the summary of the run, which it writes with `--summarize` if it comes to running tasks.
 */
export async function turbo(args: readonly string[]): Promise<{ code: number; summary?: string }> {
  const isColoured = styleText("red", "", { stream: process.stdout }) !== "";
  const child = spawn(join(root, "node_modules/.bin/turbo"), ["run", ...args], {
    cwd: root,
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, DO_NOT_TRACK: "1", ...(isColoured ? { FORCE_COLOR: "1" } : { FORCE_TTY: "false" }) },
  });
  const end = (): void => void child.kill();
  process.once("exit", end);
  let summary: string | undefined;
  createInterface({ input: child.stdout }).on("line", (line) => {
    const [, path] = /^\s*Summary:\s+(\S.*\.json)\s*$/.exec(line) ?? [];
    if (path === undefined) console.log(line);
    else summary = path;
  });
  const [code] = await once(child, "close");
  process.off("exit", end);
  return { code: code ?? 1, ...(summary !== undefined && { summary }) };
}

/** Builds what a check packs. If a build fails, it has said why, and this process ends with 2: 1 would be the verdict of the check. */
export async function buildPackages(): Promise<void> {
  const { code } = await turbo(["build", "--output-logs=errors-only"]);
  if (code !== 0) process.exit(2);
  prune();
}
