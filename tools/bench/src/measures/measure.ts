import type { Result } from "../report/result.ts";
import { type Random, seededRandom } from "../rounds/statistics.ts";

/** Something that `pnpm bench` can measure. */
export interface Measure {
  name: string;
  /** One line for `pnpm bench --help`. */
  about: string;
  run(context: Context): Promise<Result>;
}

/** What a measure is given. */
export interface Context {
  /** Only check that it works: a few rounds, small inputs. */
  quick: boolean;
  /** Decides the order within each round. */
  random: Random;
  /** Prints a progress message on its own line. */
  log(text: string): void;
}

/** What a measure is given: random numbers of its own, so that the order is the same whichever measures run with it. */
export const contextOf = (name: string, seed: number, rest: Omit<Context, "random">): Context => ({
  ...rest,
  random: seededRandom(seed, name),
});

/** `full` rounds, or a few in a quick run. */
export const rounds = ({ quick }: Context, full: number): number => (quick ? Math.min(full, 5) : full);
