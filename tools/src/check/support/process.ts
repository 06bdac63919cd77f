/** Starts programs that end when the check does, for whatever reason. */
import { type ChildProcess, spawn } from "node:child_process";
import { stripVTControlCharacters } from "node:util";
import "../../shared/direct-loopback.ts";

/** Continuous integration reads these: the suite, in a check, would add its verdicts on our servers to those of the run. */
const unreported = { GITHUB_ACTIONS: undefined, GITHUB_STEP_SUMMARY: undefined, GITHUB_OUTPUT: undefined };

/** Running process groups: a program and all that it started. */
const groups = new Set<number>();

function kill(group: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-group, signal);
  } catch {
    // It has already ended.
  }
}

process.once("exit", () => {
  for (const group of groups) kill(group, "SIGKILL");
});
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));

export interface RunOptions {
  cwd: string;
  /** Environment variables that differ from this process's. */
  env?: NodeJS.ProcessEnv;
  /** Milliseconds until it is killed. @defaultValue `60_000` */
  timeout?: number;
}

export interface Running {
  /** Its output so far, both streams interleaved. */
  output(): string;
  /** Resolves to its exit code, or `null` when a signal ended it. */
  ended: Promise<number | null>;
  /** Sends a signal to it and to all that it started. */
  signal(name: NodeJS.Signals): void;
}

/** Starts a program in its own process group. `onOutput` is called when it has printed something. */
export function start(program: string, args: readonly string[], options: RunOptions, onOutput?: () => void): Running {
  const child: ChildProcess = spawn(program, args, {
    cwd: options.cwd,
    env: { ...process.env, NO_COLOR: "1", FORCE_COLOR: undefined, ...unreported, ...options.env },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  const group = child.pid;
  if (group !== undefined) groups.add(group);
  let output = "";
  const take = (text: string): void => {
    output += stripVTControlCharacters(text);
    onOutput?.();
  };
  child.stdout?.setEncoding("utf8").on("data", take);
  child.stderr?.setEncoding("utf8").on("data", take);
  const signal = (name: NodeJS.Signals): void => {
    if (group !== undefined) kill(group, name);
  };
  const limit = options.timeout ?? 60_000;
  const timer = setTimeout(() => {
    take(`\nerror: ended after ${limit / 1_000} s without a result`);
    signal("SIGKILL");
  }, limit);
  const ended = new Promise<number | null>((resolve) => {
    child.once("error", (error) => {
      take(`error: ${program} could not be started: ${error.message}`);
      resolve(null);
    });
    child.once("close", resolve);
  });
  ended.then(() => {
    clearTimeout(timer);
    // Also ends whatever it left running.
    signal("SIGKILL");
    if (group !== undefined) groups.delete(group);
  });
  return { output: () => output, ended, signal };
}

/**
 * Runs a program and returns its output.
 * @throws Error with the output when the exit code is not 0.
 */
export async function run(program: string, args: readonly string[], options: RunOptions): Promise<string> {
  const running = start(program, args, options);
  const code = await running.ended;
  if (code !== 0) throw new Error(running.output().trim() || `${program} ended with ${code ?? "a signal"}, silently`);
  return running.output();
}
