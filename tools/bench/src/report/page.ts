import { median } from "simple-statistics";
import {
  type LinesSection,
  type PairedSection,
  type Result,
  round,
  type Section,
  type TableSection,
} from "../harness/result.ts";
import { pairedDifferences, pairedRatios, summarize } from "../harness/statistics.ts";
import { growthText } from "./growth.ts";
import type { Saved } from "./store.ts";

/** The file name of a section's chart; a table has none. */
export const chartName = (result: Result, index: number): string | undefined =>
  result.sections[index]?.kind === "table" ? undefined : `generated/charts/${result.measure}-${index + 1}.svg`;

/** The file name of the chart of all promises. */
export const promises = "generated/charts/promises.svg";

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

/** Ratios near 1 differ in the third digit. */
const round3 = (value: number): string => (value < 10 ? value.toFixed(3) : round(value));

function linesTable({ points, x, y }: LinesSection): string {
  const inputs = [...new Set(points.map((point) => point.x))].sort((a, b) => a - b);
  const names = [...new Set(points.map(({ series }) => series))];
  const at = (series: string, input: number | undefined) =>
    points.find((point) => point.series === series && point.x === input)?.y;
  const rows = names.map((series) => {
    const [first, last] = [at(series, inputs[0]), at(series, inputs.at(-1))];
    const grown = first !== undefined && last !== undefined ? `× ${round(last / first)}` : "";
    return [series, ...inputs.map((input) => format(at(series, input))), grown];
  });
  const times = (inputs.at(-1) ?? 1) / (inputs[0] ?? 1);
  return `In ${y}, by ${x}:\n\n${table(["", ...inputs.map((input) => input.toLocaleString("en")), `${x} × ${round(times)}`], rows)}`;
}

const format = (value: number | undefined): string => (value === undefined ? "" : round(value));

/** How often a section was measured, if its own samples show it. */
export function roundsText(section: Section): string {
  if (section.kind === "table") return "";
  if (section.kind === "paired") {
    const { samples, processes = 1 } = section;
    const rounds = Math.min(...Object.values(samples).map(({ length }) => length));
    return `${rounds} paired rounds${processes === 1 ? "" : ` in ${processes} processes`}.`;
  }
  const bySize = new Map<number, number>();
  for (const { x, samples } of section.points) {
    bySize.set(x, Math.min(samples?.length ?? 1, bySize.get(x) ?? Number.POSITIVE_INFINITY));
  }
  const counts = [...bySize].sort(([a], [b]) => a - b).map(([, count]) => count);
  if (section.exact) return "These figures do not vary from run to run.";
  if (counts.every((count) => count === 1)) return "One run per figure.";
  const rounds = new Set(counts).size === 1 ? `${counts[0]}` : counts.join(", ");
  return `Medians of ${rounds} paired rounds.`;
}

function sectionText(result: Result, section: Section, index: number): string {
  const chart = chartName(result, index);
  const image = chart === undefined ? "" : `![${section.title}](${chart})\n\n`;
  const grown = section.kind === "lines" ? growthText(section) : "";
  const said = [roundsText(section), grown, section.note ?? ""].filter((text) => text !== "").join(" ");
  const text = said === "" ? "" : `${said}\n\n`;
  return `### ${section.title}\n\n${text}${sectionTable(section)}\n${image}`;
}

function sectionTable(section: Section): string {
  if (section.kind === "paired") return pairedTable(section);
  if (section.kind === "lines") return linesTable(section);
  return table(
    section.columns,
    (section as TableSection).rows.map((cells) => cells.map((cell) => (typeof cell === "number" ? round(cell) : cell))),
  );
}

function measureText(saved: Saved): string {
  const { environment, result } = saved;
  const bars =
    result.bars.length === 0
      ? ""
      : `${table(
          ["promise", "bar", "measured", "kept"],
          result.bars.map((bar) => [bar.what, bar.bar, bar.measured, bar.met ? "yes" : "**no**"]),
        )}\n`;
  const sections = result.sections.map((section, index) => sectionText(result, section, index)).join("");
  return `## ${result.title}\n\n${result.method}\n\n${bars}${sections}${machineText(environment)}; raw data in [${result.measure}.json](generated/results/${result.measure}.json).${againText(saved)}\n\n`;
}

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

Every figure here comes from \`pnpm bench\`; run it on your own machine.

- **How.** In every round, each contender is measured once, in a new random order, and divided by the baseline **of the same round**.
- **Tables** show the median of these ratios, the 95 % confidence interval of the median (bootstrap), and the quartiles. Above each one
  stands the number of rounds, or that it was run only once.
- **The interval** covers how much rounds differ. Where it says in how many processes they were measured, it also covers how much
  processes differ. It says nothing about other machines.
- **Promises** are judged on the median. Where its interval, in brackets, reaches over the bar, another run may judge otherwise.
- **Charts.** The mark is the median (a circle; for ours an orange diamond, or other orange marks if ours are several), the thick bar the
  interval, the thin line the quartiles, and the dashed line the baseline. In charts of growth, the dashed line grows in step with its
  input, so anything steeper grows faster than its input. The chart of promises has those with a figure to compare: orange diamonds
  are missed.
- **Peers** are generated from [the same spec](../../specs/register.openapi.yaml) by their own generators, with their defaults (orval's
  with \`--client fetch\`), at the versions that [package.json](package.json) and [openapitools.json](openapitools.json) pin.
  \`openapi-generator-fetch-plain\` is the stock generator with its mapping of rows switched off, the fastest it can be set to.

`;

export function page(saved: readonly Saved[]): string {
  const bars = saved.flatMap(({ result }) => result.bars.map((bar) => ({ ...bar, title: result.title })));
  const kept = bars.filter(({ met }) => met).length;
  const links = saved.map(({ result }) => `- [${result.title}](#${anchor(result.title)})`).join("\n");
  const missed = bars
    .filter(({ met }) => !met)
    .map(({ title, what, bar, measured, because }) => {
      const why = because ? `. ${because}` : "";
      return `- ${title}: ${what}: ${measured}, promised ${bar}${why}`;
    })
    .join("\n");
  const summary = `${kept} of ${bars.length} promises are kept.${missed === "" ? "" : ` Not kept:\n\n${missed}`}\n\n![How near each promise is to its bar](${promises})\n\n`;
  return `${introduction}${summary}${links}\n\n${saved.map((one) => measureText(one)).join("")}`.trimEnd().concat("\n");
}

/** The anchor of a heading in rendered Markdown. */
const anchor = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N} -]/gu, "")
    .replaceAll(" ", "-");
