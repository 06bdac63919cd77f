import { writeSync } from "node:fs";
import { inspect } from "node:util";
import { withoutSecrets } from "./given-secrets.ts";
import { printableLines } from "./printable.ts";

/** The flags of Node that allow what `--permission` has refused, by what Node calls it. */
const allowing: Readonly<Record<string, string>> = {
  FileSystemRead: "--allow-fs-read",
  FileSystemWrite: "--allow-fs-write",
  WorkerThreads: "--allow-worker",
  ChildProcess: "--allow-child-process",
  Net: "--allow-net",
};

/** What to do about an error that `node --permission` has caused, if it is one. */
export function explainDenied(error: unknown): string | undefined {
  if (!(error instanceof Error && "code" in error && error.code === "ERR_ACCESS_DENIED")) return undefined;
  const { permission = "", resource = "" } = error as { permission?: string; resource?: string };
  const flag = allowing[permission] ?? `the flag for ${permission}`;
  return `Node runs with --permission, which does not allow this: give it ${flag}${resource === "" ? "" : `=${resource}`}`;
}

/** Why standard output cannot be written, apart from readers who have seen enough. */
let lost: NodeJS.ErrnoException | undefined;

/**
 * Lets output fail without an end in the middle of something. Who reads standard output may leave (`… | head`): the command ends as
 * it would have ended. If it cannot be written for another reason, such as a full disk, the process ends with `failed`, and says so.
 * What is written on standard error may be lost. An error that nobody expected ends the process with `failed`, too.
 *
 * @param name - Of the command, for messages.
 * @param failed - The exit code of a command that could not do its work, which is no verdict.
 */
export function watchOutput(name: string, failed: 1 | 2 = 2): void {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") lost ??= error;
  });
  process.stderr.on("error", () => {});
  process.on("uncaughtException", (error: NodeJS.ErrnoException) => {
    // Errors of the system say what is wrong, and where; anything else is a bug.
    const expected = explainDenied(error) ?? (error?.syscall === undefined ? undefined : error.message);
    tell(`${name}: ${withoutSecrets(expected ?? inspect(error))}`);
    process.exit(failed);
  });
  process.once("exit", () => {
    if (lost === undefined) return;
    process.exitCode = failed;
    const why = lost.code === "ENOSPC" ? "ENOSPC): is the disk full?" : `${lost.code}): write it to another place.`;
    tell(`${name}: the output could not be written (${why}`);
  });
}

/** Waits until all that was printed is written: before `process.exit`, which would cut it off. @returns whether it could be written. */
export async function written(): Promise<boolean> {
  for (const stream of [process.stdout, process.stderr]) await new Promise<unknown>((done) => stream.write("", done));
  return lost === undefined;
}

/** Prints lines on standard error at once: the process ends. */
function tell(text: string): void {
  try {
    writeSync(2, `${printableLines(text)}\n`);
  } catch {
    // There is nowhere to say it.
  }
}
