import { shuffle } from "simple-statistics";
import type { Random } from "./statistics.ts";

/** By contender, one sample per round: milliseconds per call. Samples of the same round have the same index. */
export type Samples = Record<string, number[]>;

export interface SampleOptions {
  rounds: number;
  /** Rounds before the first that counts. */
  warmUp?: number;
  /** Decides the order within each round. */
  random: Random;
}

export interface RoundOptions extends SampleOptions {
  /** Calls per sample; more than one where a single call is too short to time. */
  repeat?: number;
  /** Runs before every sample, untimed. */
  before?: () => void;
  /** The clock, in milliseconds. */
  now?: () => number;
}

/**
 * Measures contenders side by side: in every round, each is measured once, in random order, so that whatever the machine does
 * meanwhile affects all of them alike. Each returns its own measurement: a number, or several figures of the same run.
 *
 * Benchmark libraries run one contender to its end before the next begins, so none of them is used here.
 */
export async function pairedSamples<Sample = number>(
  contenders: Record<string, () => Promise<Sample>>,
  { rounds, warmUp = 0, random }: SampleOptions,
): Promise<Record<string, Sample[]>> {
  const samples: Record<string, Sample[]> = Object.fromEntries(Object.keys(contenders).map((name) => [name, []]));
  for (let round = -warmUp; round < rounds; round++) {
    for (const [name, measure] of shuffle(Object.entries(contenders), random)) {
      const sample = await measure();
      if (round >= 0) samples[name]?.push(sample);
    }
  }
  return samples;
}

/** One figure of every sample. */
export const figureOf = <Sample>(samples: Record<string, Sample[]>, figure: (sample: Sample) => number): Samples =>
  Object.fromEntries(Object.entries(samples).map(([name, values]) => [name, values.map(figure)]));

/** The same, with the time of a call as the sample. */
export function pairedRounds(
  contenders: Record<string, () => unknown>,
  { repeat = 1, before = () => {}, now = () => performance.now(), ...options }: RoundOptions,
): Promise<Samples> {
  const timed = Object.entries(contenders).map(([name, run]) => {
    const measure = async (): Promise<number> => {
      before();
      const start = now();
      for (let call = 0; call < repeat; call++) await run();
      return (now() - start) / repeat;
    };
    return [name, measure] as const;
  });
  return pairedSamples(Object.fromEntries(timed), options);
}

/** Samples of several processes, one block after another; each process gets a seed of its own. */
export async function pairedBlocks(
  measure: (seed: number) => Promise<Samples>,
  { processes, random }: { processes: number; random: Random },
): Promise<Samples> {
  const samples: Samples = {};
  for (let index = 0; index < processes; index++) {
    const block = await measure(Math.floor(random() * 2 ** 32));
    for (const [name, values] of Object.entries(block)) samples[name] = [...(samples[name] ?? []), ...values];
  }
  return samples;
}
