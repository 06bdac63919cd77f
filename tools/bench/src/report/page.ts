import { median } from "simple-statistics";
import { pairedRatios, summarize } from "../rounds.ts";
import { digits, type GrowthSection, type PairedSection, round, type Saved, type Section } from "./result.ts";

type Cell = string | number;

function table(columns: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const line = (cells: readonly Cell[]): string =>
    `| ${cells.map((cell) => (typeof cell === "number" ? round(cell) : cell)).join(" | ")} |\n`;
  return line(columns) + line(columns.map((_, index) => (index === 0 ? "---" : "--:"))) + rows.map(line).join("");
}

function pairedTable({ samples, baseline, unit, processes }: PairedSection): string {
  const rows = Object.entries(samples).map(([name, values]) => {
    const ratio = summarize(pairedRatios(values, samples[baseline]), processes);
    const range = (values: [number, number]): string => values.map(digits).join(" – ");
    const shown =
      name === baseline
        ? ["1", "", ""]
        : [`**${digits(ratio.median)}**`, range(ratio.interval), range(ratio.quartiles)];
    return { ratio: ratio.median, cells: [name, ...shown, median(values)] };
  });
  rows.sort((a, b) => a.ratio - b.ratio);
  return table(
    ["", "ratio, median", "95 % interval", "quartiles", `median, ${unit}`],
    rows.map(({ cells }) => cells),
  );
}

/** A row for each size of everything that was measured. */
function growthTable({ lines }: GrowthSection): string {
  const rows = lines.flatMap(({ name, points }) =>
    points.map((point): Cell[] => {
      const seconds = median(point.seconds);
      return [name, point.rows, point.seconds.length, seconds, Math.round(point.rows / seconds), median(point.memory)];
    }),
  );
  const columns = ["", "rows", "rounds", "seconds, median", "rows per second", "greatest memory, MB"];
  return rows.length === 0 ? "" : table(columns, rows);
}

function sectionTable(section: Section): string {
  if (section.kind === "paired") return pairedTable(section);
  return section.kind === "growth" ? growthTable(section) : table(section.columns, section.rows);
}

function sectionText(section: Section): string {
  const said = [section.note ?? ""];
  if (section.kind === "paired") {
    const { samples, processes = 1 } = section;
    said.unshift(
      `${Object.values(samples)[0]?.length} paired rounds${processes === 1 ? "" : ` in ${processes} processes`}.`,
    );
  }
  return `${[`**${section.title}.**`, ...said].join(" ").trim()}\n\n${sectionTable(section)}`;
}

/** All figures of a measure; how it was measured is folded away. */
function measureText(name: string, { environment, seconds, result }: Saved): string {
  const { date, commit, cores, cpu, node } = environment;
  const time = seconds < 90 ? `${Math.ceil(seconds)} s` : `${Math.round(seconds / 60)} minutes`;
  return `## ${result.title}

${result.sections.map((section) => sectionText(section).trimEnd()).join("\n\n")}

<details><summary>How it was measured (<a href="generated/results/${name}.json">raw data</a>)</summary>

${result.method}

Measured ${date} at commit \`${commit.slice(0, 12)}\` on ${cores} cores of ${cpu}, Node ${node}. To repeat it: \`pnpm bench ${name}\`, which took ${time}.

</details>
`;
}

const introduction = `<!-- Written by \`pnpm bench\`. Do not edit. -->

# Measured

Run \`pnpm bench\` on your own machine: every figure here comes from it. In every round, each contender is measured once, in a new random
order, and divided by the baseline **of the same round**. Figures are medians, with the 95 % confidence interval of the median in brackets.
Peers are generated from [the same spec](../../specs/register.openapi.yaml) with their defaults, at the versions that
[package.json](package.json) pins;
\`openapi-generator-fetch-plain\` is the stock generator with its mapping of rows switched off; \`redocly-paged\` is that of Redocly, which is
experimental, told how lists have pages.

`;

export function page(results: ReadonlyMap<string, Saved>): string {
  const bars = [...results].flatMap(([measure, { result }]) => result.bars.map((bar) => ({ ...bar, measure })));
  const limits = table(
    ["", "what", "measured", "limit", "peers"],
    bars.map(({ measure, what, bar, measured, met, peers = "" }) => [
      ...[measure, what, met ? measured : `**${measured}**`],
      ...[bar, peers],
    ]),
  );
  const missed = Object.groupBy(
    bars.filter(({ met }) => !met),
    ({ because }) => because,
  );
  const why = Object.entries(missed)
    .map(([because, bars = []]) => `- ${bars.map(({ what }) => what).join("; ")}: ${because}.\n`)
    .join("");
  const reasons = why === "" ? "" : `\nWhy those in bold are beyond their limits:\n\n${why}`;
  const measures = [...results].map(([name, saved]) => measureText(name, saved));
  return `${introduction}${limits}${reasons}\n${measures.join("\n")}`;
}
