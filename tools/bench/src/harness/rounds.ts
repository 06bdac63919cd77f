import { shuffle } from "simple-statistics";
import type { Random } from "./statistics.ts";

/** By contender, one sample a round: milliseconds for one call. Samples of one round share their index. */
export type Samples = Record<string, number[]>;

export interface RoundOptions {
  /** How many times every contender is measured. */
  rounds: number;
  /** Calls that make one sample; more than one where a single call is too short to be timed. */
  repeat?: number;
  /** Rounds before the first that counts. */
  warmUp?: number;
  /** Decides the order within each round. */
  random: Random;
  /** The clock, in milliseconds. */
  now?: () => number;
}

/**
 * Measures contenders side by side: in every round each is measured once, in an order drawn anew, so that what the machine does
 * meanwhile falls on all of them alike.
 *
 * The benchmark libraries at hand run one contender to its end before the next begins, which is why this is not one of them.
 */
export async function pairedRounds(
  contenders: Record<string, () => unknown>,
  { rounds, repeat = 1, warmUp = 0, random, now = () => performance.now() }: RoundOptions,
): Promise<Samples> {
  const samples: Samples = Object.fromEntries(Object.keys(contenders).map((name) => [name, []]));
  for (let round = -warmUp; round < rounds; round++) {
    for (const [name, run] of shuffle(Object.entries(contenders), random)) {
      const start = now();
      for (let call = 0; call < repeat; call++) await run();
      const sample = (now() - start) / repeat;
      if (round >= 0) samples[name]?.push(sample);
    }
  }
  return samples;
}
