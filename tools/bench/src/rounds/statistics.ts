import { median, quantileSorted, sampleWithReplacement } from "simple-statistics";

/** A summary of samples, in their unit. */
export interface Summary {
  median: number;
  /** Lower and upper quartile: the range of the middle half of the samples. */
  quartiles: [number, number];
  /** 95 % confidence interval of the median, by percentile bootstrap: of blocks, and of samples within each. */
  interval: [number, number];
}

/** A source of numbers in [0, 1). */
export type Random = () => number;

const resamples = 2_000;

/**
 * Median, quartiles and the confidence interval of the median.
 *
 * @param blocks - how many processes took the samples, each as many, one after the other. What differs between processes is the same for all
 * samples of one, so more samples of the same processes say no more about it.
 * @throws Error when there are no samples, the blocks are not of equal length, or a sample is not finite: a broken measurement
 * must not become a figure.
 */
export function summarize(samples: readonly number[], blocks = 1): Summary {
  if (samples.length === 0) throw new Error("There are no samples to summarize.");
  const broken = samples.findIndex((sample) => !Number.isFinite(sample));
  if (broken >= 0) throw new Error(`Sample ${broken} is ${samples[broken]}, not a finite number.`);
  const size = samples.length / blocks;
  if (!Number.isInteger(size)) throw new Error(`${samples.length} samples are not ${blocks} blocks of equal length.`);
  // Always the same draws: the same samples have one interval, in every table and chart.
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
export function pairedRatios(samples: readonly number[], baseline: readonly number[]): number[] {
  return paired(samples, baseline, (sample, base) => sample / base);
}

/** A contender's ratio to another, of samples by name. Throws like `pairedRatios`. */
export const ratioOf = (
  samples: Readonly<Record<string, readonly number[]>>,
  name: string,
  baseline: string,
  blocks?: number,
): Summary => summarize(pairedRatios(samples[name] ?? [], samples[baseline] ?? []), blocks);

/** Each sample minus the baseline's sample of the same round. Throws like `pairedRatios`. */
export function pairedDifferences(samples: readonly number[], baseline: readonly number[]): number[] {
  return paired(samples, baseline, (sample, base) => sample - base);
}

function paired(a: readonly number[], b: readonly number[], combine: (a: number, b: number) => number): number[] {
  if (a.length !== b.length) throw new Error(`${a.length} samples cannot be paired with ${b.length}.`);
  return a.map((value, round) => combine(value, b[round] ?? Number.NaN));
}

/**
 * The same numbers for the same seed (mulberry32), so that a run can be repeated.
 *
 * @param stream - a name for whatever has random numbers of its own, so that they do not depend on what ran before it.
 */
export function seededRandom(seed: number, stream = ""): Random {
  let state = seed >>> 0;
  // FNV-1a.
  for (const character of stream) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}
