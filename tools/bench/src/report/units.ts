import { median } from "simple-statistics";
import type { Section } from "./result.ts";

/** Below this many milliseconds, a table would show one digit. */
const short = 0.1;

/** The section in microseconds, if it is in milliseconds and all of its medians are short; otherwise as it is. */
export function inReadableUnit<S extends Section>(section: S): S {
  const micros = (values: readonly number[]): number[] => values.map((value) => 1_000 * value);
  if (section.kind === "paired" && section.unit === "ms") {
    const samples = Object.entries(section.samples);
    if (samples.some(([, values]) => median(values) >= short)) return section;
    return {
      ...section,
      unit: "µs",
      samples: Object.fromEntries(samples.map(([name, values]) => [name, micros(values)])),
    };
  }
  return section;
}
