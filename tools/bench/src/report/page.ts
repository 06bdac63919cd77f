import { median } from "simple-statistics";
import { pairedDifferences, pairedRatios, summarize } from "../rounds/statistics.ts";
import { type GrowthSection, type PairedSection, type Result, round, type Section } from "./result.ts";
import type { Saved } from "./store.ts";

/** Whether a section has a chart: a table has none, nor has a section that nothing was measured for. */
const hasChart = (section: Section | undefined): boolean =>
  section?.kind === "paired" || (section?.kind === "growth" && section.lines.length > 0);

/** The file name of a section's chart, if it has one. */
export const chartName = (result: Result, index: number): string | undefined =>
  hasChart(result.sections[index]) ? `generated/charts/${result.measure}-${index + 1}.svg` : undefined;

const row = (cells: readonly (string | number)[]): string => `| ${cells.join(" | ")} |\n`;

function table(columns: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const rule = columns.map((_, index) => (index === 0 ? "---" : "--:"));
  return row(columns) + row(rule) + rows.map(row).join("");
}

function pairedTable({ samples, baseline, unit, processes }: PairedSection): string {
  const base = samples[baseline] ?? [];
  const rows = Object.entries(samples).map(([name, values]) => ({
    name,
    ratio: summarize(pairedRatios(values, base), processes),
    difference: summarize(pairedDifferences(values, base), processes),
    absolute: median(values),
  }));
  rows.sort((a, b) => a.ratio.median - b.ratio.median);
  const range = ([low, high]: [number, number]): string => `${round(low)} – ${round(high)}`;
  return table(
    ["", "ratio, median", "95 % interval", "quartiles", `median, ${unit}`, `minus the baseline, ${unit}`],
    rows.map(({ name, ratio, difference, absolute }) =>
      name === baseline
        ? [name, "1", "", "", round(absolute), ""]
        : [
            name,
            `**${round3(ratio.median)}**`,
            ratio.interval.map(round3).join(" – "),
            ratio.quartiles.map(round3).join(" – "),
            round(absolute),
            range(difference.interval),
          ],
    ),
  );
}

/** A line for each size of everything that was measured. */
function growthTable({ lines }: GrowthSection): string {
  if (lines.length === 0) return "";
  const rows = lines.flatMap(({ name, points }) =>
    points.map((point) => {
      const seconds = median(point.seconds);
      const perSecond = Math.round(point.rows / seconds);
      return [name, point.rows, point.seconds.length, seconds, perSecond, median(point.memory)].map(inCell);
    }),
  );
  return table(["", "rows", "rounds", "seconds, median", "rows per second", "greatest memory, MB"], rows);
}

const inCell = (cell: string | number): string => (typeof cell === "number" ? round(cell) : cell);

/** Ratios near 1 differ in the third digit. */
const round3 = (value: number): string => (value < 10 ? value.toFixed(3) : round(value));

/** How often a section was measured, if its own samples show it. */
export function roundsText(section: Section): string {
  if (section.kind !== "paired") return "";
  const { samples, processes = 1 } = section;
  const rounds = Math.min(...Object.values(samples).map(({ length }) => length));
  return `${rounds} paired rounds${processes === 1 ? "" : ` in ${processes} processes`}.`;
}

function sectionTable(section: Section): string {
  if (section.kind === "paired") return pairedTable(section);
  if (section.kind === "growth") return growthTable(section);
  return table(
    section.columns,
    section.rows.map((cells) => cells.map(inCell)),
  );
}

function sectionText(section: Section): string {
  const said = [roundsText(section), section.note ?? ""].filter((text) => text !== "").join(" ");
  return `**${section.title}.** ${said}\n\n${sectionTable(section)}`;
}

/** The charts of a measure, or its first table, with everything else folded away. */
function measureText(saved: Saved): string {
  const { environment, result } = saved;
  const charts = result.sections.flatMap(({ title }, index) => {
    const name = chartName(result, index);
    return name === undefined ? [] : [`${title}:\n\n![${title}](${name})\n\n`];
  });
  const [shown, hidden] =
    charts.length > 0 ? [charts.join(""), result.sections] : [firstTable(result), result.sections.slice(1)];
  const details = [result.method, ...hidden.map(sectionText), `${machineText(environment)}.${againText(saved)}`];
  const data = `generated/results/${result.measure}.json`;
  return `## ${result.title}

${shown}<details><summary>How it was measured, and all figures (<a href="${data}">raw data</a>)</summary>

${details.map((text) => text.trimEnd()).join("\n\n")}

</details>
`;
}

const firstTable = ({ sections: [first] }: Result): string => (first === undefined ? "" : `${sectionTable(first)}\n`);

/** How a reader repeats a measure; nothing for results from before the seed was saved. */
function againText({ result, seed, seconds }: Saved): string {
  if (seed === undefined || seconds === undefined) return "";
  const time = seconds < 90 ? `${Math.ceil(seconds)} s` : `${Math.round(seconds / 60)} minutes`;
  return ` To repeat it in the same order: \`pnpm bench ${result.measure} --seed ${seed}\`, which took ${time}.`;
}

function machineText({ cpu, cores, node, date, source }: Saved["environment"]): string {
  const edits = source?.clean === false ? " with uncommitted edits" : "";
  const commit = source === undefined ? "" : ` at commit \`${source.commit.slice(0, 12)}\`${edits}`;
  return `Measured ${date}${commit} on ${cores} cores of ${cpu}, Node ${node}`;
}

const introduction = `<!-- Written by \`pnpm bench\`. Do not edit. -->

# Measured

Run \`pnpm bench\` on your own machine: every figure here comes from it. In every round, each contender is measured once, in a new random
order, and divided by the baseline **of the same round**. Figures are medians, with the 95 % confidence interval of the median in brackets.
In charts, the mark is the median (ours an orange diamond), the thick bar the interval, the thin line the quartiles. Peers are generated
from [the same spec](../../specs/register.openapi.yaml) with their defaults, at the versions that [package.json](package.json) pins;
\`openapi-generator-fetch-plain\` is the stock generator with its mapping of rows switched off.

`;

export function page(saved: readonly Saved[]): string {
  const bars = saved.flatMap(({ result }) => result.bars.map((bar) => ({ ...bar, measure: result.measure })));
  const kept = bars.filter(({ met }) => met).length;
  const promises = table(
    ["", "promise", "bar", "measured", "kept"],
    bars.map(({ measure, what, bar, measured, met }) => [measure, what, bar, measured, met ? "yes" : "**no**"]),
  );
  const why = bars
    .filter(({ met, because = "" }) => !met && because !== "")
    .map(({ what, because }) => `- ${what}: ${because}.\n`)
    .join("");
  const reasons = why === "" ? "" : `\nWhat explains those that are not kept:\n\n${why}`;
  const summary = `${kept} of ${bars.length} promises are kept.\n\n${promises}${reasons}\n`;
  return `${introduction}${summary}${saved.map(measureText).join("\n")}`;
}
