import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

/** A server in its own process. */
export interface ServerProcess extends AsyncDisposable {
  /** Base URL, without a trailing slash. */
  url: string;
}

/**
 * Starts a Node program that prints a line with its URL when it is ready. It ends at the end of the block, and when this process
 * ends, for whatever reason.
 */
export async function startProcess(program: string, args: readonly string[] = []): Promise<ServerProcess> {
  const withParent = fileURLToPath(new URL("exit-with-parent.ts", import.meta.url));
  const child = spawn(process.execPath, ["--import", withParent, program, ...args], {
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  let output = "";
  child.stderr?.on("data", (text) => {
    output += text;
  });
  if (child.stdout === null) throw new Error("The output of a server cannot be read.");
  for await (const line of createInterface({ input: child.stdout })) {
    output += `${line}\n`;
    const [url] = /https?:\/\/[^\s/]+/.exec(line) ?? [];
    if (url === undefined) continue;
    // The rest is not needed, but the pipe must be drained or the program would block.
    child.stdout.resume();
    return { url, [Symbol.asyncDispose]: () => end(child) };
  }
  await end(child);
  throw new Error(`${program} ended before it was ready. It printed:\n${output}`);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill();
  await exited;
}
