import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { finished } from "node:stream/promises";
import { fileURLToPath } from "node:url";

/** What the server shares with other commands is read from its sources, too: nothing need be built. */
export const fromSources = "--conditions=@court-register/source";

const program = fileURLToPath(new URL("../../src/cli.ts", import.meta.url));

/** The server as a process of its own, as people start it. */
export interface ServerProcess extends AsyncDisposable {
  readonly child: ChildProcess;
  /** What it has printed so far. */
  readonly stdout: () => string;
  readonly stderr: () => string;
  /** Resolves with the URL when it is ready; rejects when it ends before. */
  readonly ready: () => Promise<string>;
  /** Resolves with the exit code, or the signal that ended it. */
  readonly ended: Promise<number | string>;
}

export function startProcess(
  args: readonly string[],
  options: { env?: NodeJS.ProcessEnv; ipc?: boolean } = {},
): ServerProcess {
  const child = spawn(process.execPath, [fromSources, program, "--port", "0", ...args], {
    env: { ...process.env, ...options.env },
    stdio: ["ignore", "pipe", "pipe", ...(options.ipc ? (["ipc"] as const) : [])],
  });
  let stdout = "";
  let stderr = "";
  child.stdout?.setEncoding("utf8").on("data", (text) => {
    stdout += text;
  });
  child.stderr?.setEncoding("utf8").on("data", (text) => {
    stderr += text;
  });
  // Not the event "close": a child whose channel was closed from here never emits it.
  const read = [child.stdout, child.stderr].map((stream) => stream && finished(stream));
  const ended = once(child, "exit").then(async ([code, signal]) => {
    await Promise.all(read);
    return (code ?? signal) as number | string;
  });
  const ready = async (): Promise<string> => {
    for (;;) {
      const url = /Listening on (\S+)\n/.exec(stdout)?.[1];
      if (url !== undefined) return url;
      const stopped = await Promise.race([ended, once(child.stdout ?? child, "data").then(() => undefined)]);
      if (stopped !== undefined) throw new Error(`The server ended with ${stopped}: ${stderr}`);
    }
  };
  return {
    child,
    stdout: () => stdout,
    stderr: () => stderr,
    ready,
    ended,
    async [Symbol.asyncDispose]() {
      if (child.exitCode === null && child.signalCode === null) child.kill("SIGKILL");
      await ended;
    },
  };
}
