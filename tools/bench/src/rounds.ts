/** How samples are taken, side by side, and summarized. */
import { median, quantileSorted, sampleWithReplacement, shuffle } from "simple-statistics";

/** By contender, one sample per round. Samples of the same round have the same index. */
export type Samples<Sample = number> = Record<string, Sample[]>;

/**
 * Measures contenders side by side: in every round, each is measured once, in random order, so that whatever the machine does
 * meanwhile affects all of them alike. Benchmark libraries run one contender to its end before the next begins, so none is used here.
 */
export async function pairedSamples<Sample = number>(
  contenders: Record<string, () => Promise<Sample>>,
  { rounds, warmUp = 0 }: { rounds: number; warmUp?: number },
): Promise<Samples<Sample>> {
  const samples: Samples<Sample> = Object.fromEntries(Object.keys(contenders).map((name) => [name, []]));
  for (let round = -warmUp; round < rounds; round++) {
    for (const [name, measure] of shuffle(Object.entries(contenders))) {
      const sample = await measure();
      if (round >= 0) samples[name]?.push(sample);
    }
  }
  return samples;
}

/** A summary of samples, in their unit. */
export interface Summary {
  median: number;
  /** Lower and upper quartile: the range of the middle half of the samples. */
  quartiles: [number, number];
  /** 95 % confidence interval of the median, by percentile bootstrap: of blocks, and of samples within each. */
  interval: [number, number];
}

const resamples = 2_000;

/**
 * Median, quartiles and the confidence interval of the median.
 *
 * @param blocks - how many processes took the samples, each as many, one after the other. What differs between processes is the same
 * for all samples of one, so more samples of the same processes say no more about it.
 * @throws Error when there are no samples, the blocks are not of equal length, or a sample is not finite: a broken measurement
 * must not become a figure.
 */
export function summarize(samples: readonly number[], blocks = 1): Summary {
  const size = samples.length / blocks;
  if (size === 0 || !Number.isInteger(size))
    throw new Error(`${samples.length} samples are not ${blocks} equal blocks.`);
  if (!samples.every(Number.isFinite)) throw new Error(`Not every sample is a finite number: ${samples.join(", ")}.`);
  // Always the same draws: the same samples have one interval, wherever it is shown.
  const random = seededRandom(1);
  const parts = Array.from({ length: blocks }, (_, block) => samples.slice(block * size, (block + 1) * size));
  const medians = Array.from({ length: resamples }, () => {
    const drawn = sampleWithReplacement(parts, blocks, random);
    return median(drawn.flatMap((part) => sampleWithReplacement(part, size, random)));
  });
  medians.sort((a, b) => a - b);
  const sorted = samples.toSorted((a, b) => a - b);
  return {
    median: quantileSorted(sorted, 0.5),
    quartiles: [quantileSorted(sorted, 0.25), quantileSorted(sorted, 0.75)],
    interval: [quantileSorted(medians, 0.025), quantileSorted(medians, 0.975)],
  };
}

/**
 * Each sample divided by the baseline's sample of the same round, so that what slowed down a whole round cancels out.
 *
 * @throws Error when the two were not measured in the same rounds.
 */
export function pairedRatios(samples: readonly number[] = [], baseline: readonly number[] = []): number[] {
  if (samples.length !== baseline.length)
    throw new Error(`${samples.length} samples cannot be paired with ${baseline.length}.`);
  return samples.map((sample, round) => sample / (baseline[round] ?? Number.NaN));
}

/** Numbers in [0, 1), the same for the same seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}
