/** What an export takes: beside its writer alone, and as the register grows. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { median } from "simple-statistics";
import { program } from "../../places.ts";
import { run } from "../../processes/run.ts";
import { atMost, type Bar, round, type Section } from "../../report/result.ts";
import { figureOf, pairedSamples } from "../../rounds/rounds.ts";
import { type Context, rounds } from "../measure.ts";

/** What one step took, in its own process. */
interface Step {
  rows: number;
  seconds: number;
  /** Greatest resident memory, in MiB. */
  memory: number;
}

const writer = "the writer of Parquet alone";
const formats = ["parquet", "csv", "ndjson"] as const;

/** @param node - Options of Node. */
async function step(node: string, name: string, file: string, folder: string): Promise<Step> {
  try {
    return JSON.parse(await run(process.execPath, [node, program("export-step"), name, file, folder]));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Exports two copies of registers, one ten times as large as the other.
 *
 * @param node - Options of Node.
 * @param small - The copy that is exported again and again.
 */
export async function exportCost(
  context: Context,
  node: string,
  small: string,
  large: string,
): Promise<{ bars: Bar[]; sections: Section[] }> {
  context.log("exporting");
  const folder = (name: string): string => join(small, `../exported-${name}`);
  const steps: Record<string, () => Promise<Step>> = { [writer]: () => step(node, "writer", small, folder("alone")) };
  for (const format of formats) steps[format] = () => step(node, format, small, folder(format));
  const taken = await pairedSamples(steps, { rounds: rounds(context, 7), warmUp: 1, random: context.random });
  const samples = figureOf(taken, ({ seconds }) => seconds);
  const ratio = median((samples.parquet ?? []).map((seconds, index) => seconds / (samples[writer]?.[index] ?? 0)));
  const [before, after] = [(taken.parquet ?? [])[0] as Step, await step(node, "parquet", large, folder("large"))];
  return {
    bars: [
      atMost("An export as Parquet over its writer alone", 2, ratio),
      atMost(
        `Memory that an export takes more, from ${round(before.rows)} to ${round(after.rows)} rows`,
        64,
        after.memory - before.memory,
        " MB",
      ),
    ],
    sections: [
      { kind: "paired", title: "One export, by format", baseline: writer, unit: "s", samples },
      {
        kind: "table",
        title: "An export as Parquet as the register grows",
        columns: ["rows", "seconds", "rows per second", "greatest resident memory, MB"],
        rows: [before, after].map(({ rows, seconds, memory }) => [
          rows,
          round(seconds),
          Math.round(rows / seconds),
          round(memory),
        ]),
      },
    ],
  };
}
