import { spawnSync } from "node:child_process";

/** What runs between a script and its user's shell: package managers and the shells they start. */
const launcher = /^(\S*\/)?(npm|npx|pnpm|sh -c)\b/;

interface ProcessEntry {
  parent: number;
  command: string;
}

/**
 * Sends this process SIGTERM when the `npx` or `pnpm` that launched it is gone. Neither forwards SIGTERM, so the script would
 * outlive its launcher.
 *
 * Does nothing where there is no `ps`, as on Windows.
 */
export function endWithLauncher(): void {
  const launchers = launchersOf(process.ppid, readProcess);
  if (launchers.length === 0) return;
  setInterval(() => {
    if (!launchers.every(isAlive)) process.kill(process.pid, "SIGTERM");
  }, 500).unref();
}

/** The process ids of the launchers above `pid`, nearest first, up to the first process that is not a launcher. */
export function launchersOf(pid: number, read: (pid: number) => ProcessEntry | undefined): number[] {
  const entry = read(pid);
  if (entry === undefined || !launcher.test(entry.command)) return [];
  return [pid, ...launchersOf(entry.parent, read)];
}

function readProcess(pid: number): ProcessEntry | undefined {
  const { stdout } = spawnSync("ps", ["-o", "ppid=,args=", "-p", String(pid)], { encoding: "utf8" });
  const [, parent, command] = /^\s*(\d+)\s+(.*)/.exec(stdout ?? "") ?? [];
  return parent === undefined || command === undefined ? undefined : { parent: Number(parent), command };
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // EPERM: we may not signal it, so it exists.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
