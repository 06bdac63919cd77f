import type { Result } from "./result.ts";
import { type Random, type Summary, summarize } from "./statistics.ts";

/** One thing that `pnpm bench` can measure. */
export interface Measure {
  name: string;
  /** One line for `pnpm bench --help`. */
  about: string;
  run(context: Context): Promise<Result>;
}

/** What a measure is given. */
export interface Context {
  /** Only show that it works: a handful of rounds, small inputs. */
  quick: boolean;
  /** Order of rounds and bootstrap draw from it. */
  random: Random;
  /** Says what is going on, on a line of its own. */
  log(text: string): void;
}

/** `full` rounds, or a handful in the quick form. */
export const rounds = ({ quick }: Context, full: number): number => (quick ? Math.min(full, 5) : full);

export const summary = ({ random }: Context, samples: readonly number[]): Summary => summarize(samples, random);
