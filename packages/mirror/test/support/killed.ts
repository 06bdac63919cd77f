/** Copies that are killed at a commit, and what they leave behind. */
import assert from "node:assert/strict";
import { type ChildProcess, type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { registerLists } from "../../src/generated/lists.ts";
import { readSavedCopy } from "../../src/sync/copy/saved-copy.ts";
import { isSound } from "../../src/sync/copy/unpublished.ts";
import type { Register } from "./register.ts";
import { inTarget } from "./target.ts";

const script = fileURLToPath(new URL("./killed-sync.ts", import.meta.url));

/** Starts a process that copies a register. What else it is told, `killed-sync.ts` says. */
export const startSync = (
  target: string,
  { url, key }: Register,
  ...more: string[]
): ChildProcessByStdio<null, Readable, null> =>
  spawn(
    process.execPath,
    [
      ...["--conditions=@court-register/source", "--disable-warning=ExperimentalWarning"],
      ...[script, target, url, key, ...more],
    ],
    { stdio: ["ignore", "pipe", "inherit"] },
  );

/** How many transactions that write a copy has. */
export async function countCommits(target: string, register: Register): Promise<number> {
  const child = startSync(target, register);
  const [output] = await Promise.all([text(child.stdout), once(child, "exit")]);
  return Number(output);
}

/** Waits for the end of a process that kills itself. */
export async function assertKilled(child: ChildProcess, commit: number): Promise<void> {
  const [, signal] = await once(child, "exit");
  assert.equal(signal, "SIGKILL", `killed at commit ${commit}`);
}

/**
 * Makes sure that the rows which a killed run has left of each list are those before its place, no more and no fewer. Else the next run
 * reads the list from its start, which costs requests, and no row: only this tells that rows and place were not written together.
 */
export const assertPlacesFit = (target: string): Promise<void> =>
  inTarget(target, (database) =>
    database.read(async (reading) => {
      const copy = await readSavedCopy(reading, registerLists);
      for (const state of copy?.states ?? []) {
        const fits = await isSound(reading, database.dialect, copy?.header.generation ?? 0, state);
        assert.ok(fits, `the rows of ${state.list.name} are not those before its place`);
      }
    }),
  );
