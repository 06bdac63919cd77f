import type { Samples, Summary } from "../rounds.ts";

/** The result of one measure: saved as JSON with its raw data, and printed in RESULTS.md. */
export interface Result {
  /** What was measured, in a few words. */
  title: string;
  /** How it was measured, so that a reader can repeat or question it. */
  method: string;
  /** The targets, and what was reached. */
  bars: Bar[];
  sections: Section[];
}

/** A result, and the machine that it was measured on. */
export interface Saved {
  environment: { cpu: string; cores: number; node: string; date: string; commit: string };
  /** How long the measurement took. */
  seconds: number;
  result: Result;
}

/** A target and whether it was met. */
export interface Bar {
  what: string;
  /** The target, such as "≤ 1.06". */
  bar: string;
  measured: string;
  met: boolean;
  /** If the target is missed: what was measured that explains why. */
  because?: string;
}

export type Section = PairedSection | GrowthSection | TableSection;

interface AnySection {
  title: string;
  /** What a reader must know about this section. */
  note?: string;
}

/** Contenders measured in the same rounds, shown as ratios to one of them. */
export interface PairedSection extends AnySection {
  kind: "paired";
  /** The contender that the others are divided by. */
  baseline: string;
  unit: string;
  samples: Samples;
  /**
   * How many processes took the samples, each as many, one after the other. The intervals cover what differs between them.
   *
   * @defaultValue `1`
   */
  processes?: number;
}

/** Time and memory at several sizes. Without lines, the note says why there are none. */
export interface GrowthSection extends AnySection {
  kind: "growth";
  lines: GrowthLine[];
}

/** What was measured at several sizes. */
export interface GrowthLine {
  name: string;
  /** The smallest size first. */
  points: GrowthPoint[];
}

/** One size: one sample per round. */
export interface GrowthPoint {
  rows: number;
  seconds: number[];
  /** Greatest resident memory, in MiB. */
  memory: number[];
}

/** Figures that do not vary between runs, or single observations. */
export interface TableSection extends AnySection {
  kind: "table";
  columns: string[];
  rows: (string | number)[][];
  /** The raw data that the rows were computed from, if any; not shown. */
  samples?: Samples;
}

/** A target for a figure that must stay at or below a limit; of a summary, for the median. */
export function atMost(what: string, limit: number, measured: number | Summary, unit = "", because = ""): Bar {
  const [text, value] =
    typeof measured === "number" ? [digits(measured), measured] : [withInterval(measured), measured.median];
  return { what, bar: `≤ ${limit}${unit}`, measured: `${text}${unit}`, met: value <= limit, because };
}

/** Small figures are ratios: a third digit separates one at the limit from one above it. */
export const digits = (value: number): string => (value < 10 ? value.toFixed(3) : round(value));

/** A median and its interval, which shows how near a target is. */
export const withInterval = ({ median, interval }: Summary): string =>
  `${digits(median)} (${interval.map(digits).join(" – ")})`;

/** At most three decimals, and fewer for larger figures. */
export function round(value: number): string {
  const decimals = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : Math.abs(value) >= 1 ? 2 : 3;
  return value.toLocaleString("en", { maximumFractionDigits: decimals });
}
