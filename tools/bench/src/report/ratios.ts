/** A guard against getting worse: ratios of processor time, beside those of an earlier result. */
import { median } from "simple-statistics";

/** By what is compared, a ratio for each round: processor time of ours over that of its baseline. More is worse. */
export type Ratios = Record<string, number[]>;

/** How much a median may grow, and be noise: machines, and other programs on them, make a tenth. */
export const tolerance = 0.25;

/** A ratio, then and now. */
export interface Comparison {
  what: string;
  before: number;
  now: number;
  isWorse: boolean;
}

/** Compares the medians of the ratios that both results have. */
export function compare(before: Ratios, now: Ratios): Comparison[] {
  return Object.entries(now).flatMap(([what, values]) => {
    const [earlier, later] = [before[what] ?? [], values].map((ratios) => (ratios.length > 0 ? median(ratios) : 0));
    if (!earlier || !later) return [];
    return { what, before: earlier, now: later, isWorse: later > earlier * (1 + tolerance) };
  });
}
