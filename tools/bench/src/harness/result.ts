import { median } from "simple-statistics";
import type { Samples } from "./rounds.ts";

/** What one measure found: saved as JSON, raw data and all, and printed into RESULTS.md. */
export interface Result {
  /** The measure's name, as given to `pnpm bench`. */
  measure: string;
  /** What was measured, in a few words. */
  title: string;
  /** How it was measured, so that a reader can repeat or doubt it. */
  method: string;
  /** What was to be reached, and what was. */
  bars: Bar[];
  sections: Section[];
}

/** A promise and how it was kept. */
export interface Bar {
  what: string;
  /** As promised, such as "≤ 1.06". */
  bar: string;
  /** As measured. */
  measured: string;
  met: boolean;
  /** Where it is not met: what was measured that shows why. */
  because?: string;
}

export type Section = PairedSection | TableSection | LinesSection;

interface AnySection {
  title: string;
  /** What a reader has to know of this section alone: how often it was measured where the samples do not say so, and why it is as it is. */
  note?: string;
}

/** Contenders measured in the same rounds, shown as ratios to one of them. */
export interface PairedSection extends AnySection {
  kind: "paired";
  /** The contender that the others are divided by. */
  baseline: string;
  /** Unit of the samples. */
  unit: string;
  samples: Samples;
  /** Set where more than the contender counts, as a network and a server: such figures carry no promise. */
  informative?: boolean;
}

/** Figures that do not vary from run to run, or single observations. */
export interface TableSection extends AnySection {
  kind: "table";
  columns: string[];
  rows: (string | number)[][];
  /** What the rows were computed from, where they were: raw data, not shown. */
  samples?: Samples;
}

/** How a cost grows with its input, on two logarithmic axes. */
export interface LinesSection extends AnySection {
  kind: "lines";
  x: string;
  y: string;
  points: Point[];
  /** Set where every run gives the same, as of sizes and counts. */
  exact?: true;
}

/** One series at one size of its input. */
export interface Point {
  series: string;
  x: number;
  y: number;
  /** What `y` is the median of, in the same unit; without them it is a single observation. */
  samples?: number[];
}

/** Points of one size, from the samples of one set of rounds. */
export const pointsAt = (x: number, samples: Samples): Point[] =>
  Object.entries(samples).map(([series, values]) => ({ series, x, y: median(values), samples: values }));

/** A bar for a figure that must stay at or below a limit. */
export function atMost(what: string, limit: number, measured: number, unit = "", because = ""): Bar {
  // Small figures are ratios: a third digit tells one at the bar from one above it.
  const text = measured < 10 ? measured.toFixed(3) : round(measured);
  return { what, bar: `≤ ${limit}${unit}`, measured: `${text}${unit}`, met: measured <= limit, because };
}

/** Three significant digits after the point at most, none where they say nothing. */
export function round(value: number): string {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : Math.abs(value) >= 1 ? 2 : 3;
  return value.toLocaleString("en", { maximumFractionDigits: digits });
}
