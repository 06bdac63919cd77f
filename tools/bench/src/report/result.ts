import type { Samples, Summary } from "../rounds.ts";
import type { Ratios } from "./ratios.ts";

/** The result of one measure: saved as JSON with its raw data, and printed in RESULTS.md. */
export interface Result {
  /** What was measured, in a few words. */
  title: string;
  /** How it was measured, so that a reader can repeat or question it. */
  method: string;
  /** The limits, and what was measured. */
  bars: Bar[];
  sections: Section[];
  /** What `pnpm bench --against` compares. */
  ratios?: Ratios;
}

/** A result, and the machine that it was measured on. */
export interface Saved {
  environment: { cpu: string; cores: number; node: string; date: string; commit: string };
  /** How long the measurement took. */
  seconds: number;
  result: Result;
}

/** A figure of ours that has a limit, and whether it is within it. */
export interface Bar {
  what: string;
  /** The limit, such as "≤ 1.06". */
  bar: string;
  measured: string;
  /** The same figure of peers, or of what one would write by hand, if there is something to compare with. */
  peers?: string;
  met: boolean;
  /** If the figure is beyond its limit: why, in one line. */
  because: string;
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
  /** Seconds of processor time, of all threads. */
  processor: number[];
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

/** A limit that a figure must stay at or below; of a summary, its median. */
export function atMost(
  { limit, unit = "", ...bar }: Pick<Bar, "what" | "peers" | "because"> & { limit: number; unit?: string },
  measured: number | Summary,
): Bar {
  const [text, value] =
    typeof measured === "number" ? [digits(measured), measured] : [withInterval(measured), measured.median];
  return { ...bar, bar: `≤ ${limit}${unit}`, measured: `${text}${unit}`, met: value <= limit };
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

/** From the least to the greatest of some figures. */
export const range = (figures: readonly number[]): string =>
  [Math.min(...figures), Math.max(...figures)].map(digits).join(" – ");
