import { setTimeout } from "node:timers/promises";
import { DriverError } from "./explain.ts";

/** What a repetition needs from outside. */
export interface Repeating {
  /** A number from 0 up to 1. @defaultValue `Math.random` */
  random?: (() => number) | undefined;
  /** Waits so many milliseconds. @defaultValue a timer */
  wait?: ((milliseconds: number) => Promise<unknown>) | undefined;
}

const attempts = 10;
const firstDelay = 20;
const longestDelay = 2_000;

/**
 * Codes of transactions that failed because of another one, and work when they are repeated: serialization failure, deadlock, and
 * a key that another transaction has just added (postgresql.org/docs/current/mvcc-serialization-failure-handling.html).
 */
const repeatable: ReadonlySet<string> = new Set(["40001", "40P01", "23505"]);

/** Does a transaction, again if another one was in its way. The delays grow, and no two runs wait alike. */
export async function repeated<T>(
  transaction: () => Promise<T>,
  { random = Math.random, wait = setTimeout }: Repeating,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transaction();
    } catch (error) {
      if (!(error instanceof DriverError) || !repeatable.has(error.code) || attempt === attempts) throw error;
      await wait(Math.min(firstDelay * 2 ** (attempt - 1), longestDelay) * (0.5 + random() / 2));
    }
  }
}
