import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { MirrorError } from "../mirror-error.ts";
import type { Database, SqlRow, Writing } from "./database.ts";
import { targetName } from "./target-name.ts";
import { refuseUnknownFormat } from "./upgrades.ts";

/** A run that has not written for so many milliseconds has lost its lease, if another one wants it. */
const term = 60_000;

/** How often the lease is renewed while nothing is written. */
const renewal = 10_000;

/** Tokens of the leases that this process has: another with the process's number is from a process before it. */
const ours = new Set<string>();

/** The right to write to a target, which one run has at a time. */
export class Lease implements AsyncDisposable {
  readonly database: Database;
  readonly #now: () => number;
  readonly #token: string;
  readonly #timer: NodeJS.Timeout;

  private constructor(database: Database, now: () => number, token: string) {
    this.database = database;
    this.#now = now;
    this.#token = token;
    // A failure shows at the next page.
    this.#timer = setInterval(() => this.write(async () => {}).catch(() => {}), renewal);
    this.#timer.unref();
  }

  /**
   * Takes the lease of a target, also from a run that has crashed.
   *
   * @throws MirrorError of kind `held` if another run has it, `newer` if a newer version has had it since the target was opened.
   */
  static async take(database: Database, target: string, now: () => number): Promise<Lease> {
    const token = randomUUID();
    // Before others see it: they take a token of this process that is not here for one of a process before it.
    ours.add(token);
    try {
      await insertLease(database, target, token, now);
    } catch (error) {
      ours.delete(token);
      throw error;
    }
    return new Lease(database, now, token);
  }

  /**
   * Does some work in one transaction, if this run still has the lease.
   *
   * @throws MirrorError of kind `lost-hold`.
   */
  write<T>(work: (writing: Writing) => Promise<T>): Promise<T> {
    return this.database.write(async (writing) => {
      const began = this.#now();
      await this.#renew(writing, began);
      const result = await work(writing);
      // What takes long must not look like a crash when it is done.
      if (this.#now() - began > renewal) await this.#renew(writing, this.#now());
      return result;
    });
  }

  async #renew(writing: Writing, beat: number): Promise<void> {
    const renewed = await writing.run("UPDATE mirror_hold SET beat = $1 WHERE token = $2", beat, this.#token);
    if (renewed === 0)
      throw new MirrorError(
        "lost-hold",
        "Another run has taken over, because this one had not written for a minute. Let that run finish.",
      );
  }

  /** Gives the lease back. */
  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#timer);
    ours.delete(this.#token);
    // If the target is out of reach, the lease ends by itself.
    await this.database
      .write((writing) => writing.run("DELETE FROM mirror_hold WHERE token = $1", this.#token))
      .catch(() => {});
  }
}

/** @throws MirrorError of kind `held` if another run has the lease. */
async function insertLease(database: Database, target: string, token: string, now: () => number): Promise<void> {
  await database.write(async (writing) => {
    const [holder] = await writing.all("SELECT * FROM mirror_hold");
    if (holder && isAlive(holder, now())) throw held(target, holder, now());
    await writing.run("DELETE FROM mirror_hold");
    await writing.run(
      "INSERT INTO mirror_hold (one, token, host, process, since, beat) VALUES (1, $1, $2, $3, $4, $5)",
      token,
      hostname(),
      process.pid,
      new Date(now()).toISOString(),
      now(),
    );
    // A newer version may have held it meanwhile, and brought it to a format that this one would damage. This is asked last: who upgrades
    // has the row of its lease, and waits for those who read the format.
    await refuseUnknownFormat(writing, target);
  });
}

/** Whether a holder may still write. */
function isAlive({ token, host, process: number, beat }: SqlRow, now: number): boolean {
  if (now - Number(beat) > term) return false;
  if (host !== hostname()) return true;
  if (Number(number) === process.pid) return ours.has(String(token));
  return isRunning(Number(number));
}

/** Whether a process of this machine runs, by its number. */
export function isRunning(number: number): boolean {
  try {
    process.kill(number, 0);
    return true;
  } catch (error) {
    // A process of another user is one too.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

function held(target: string, { host, process: number, since, beat }: SqlRow, now: number): MirrorError {
  const seconds = Math.max(0, Math.round((now - Number(beat)) / 1_000));
  return new MirrorError(
    "held",
    `${targetName(target)} is held by process ${number} on ${host}, which began at ${since} and was last seen ${seconds} seconds ago. Let it finish. If it is dead, the target is free a minute after it was last seen.`,
  );
}
