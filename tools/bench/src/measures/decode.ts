import { median } from "simple-statistics";
import { bareAxios, bareFetch, built, contenders } from "../harness/contenders.ts";
import type { Context, Measure } from "../harness/measure.ts";
import type { Steps } from "../harness/page-steps.ts";
import { program } from "../harness/places.ts";
import { type Pages, readPages, roundsEach } from "../harness/read-pages.ts";
import {
  atMost,
  type Bar,
  digits,
  type LinesSection,
  type PairedSection,
  pointsAt,
  round,
  type TableSection,
} from "../harness/result.ts";
import { run } from "../harness/run.ts";
import { pairedDifferences, pairedRatios, ratioOf, type Summary } from "../harness/statistics.ts";
import { growths, isFaster } from "../report/growth.ts";

const bigints = "ours-fetch-bigint";

/** The least that the guarantees of a call cost. */
const byHand = "by-hand";

const isAxios = (name: string): boolean => name.endsWith("axios");

/** The fetch clients relative to bare fetch, the axios clients relative to bare axios. */
function sections(title: string, pages: Pages): PairedSection[] {
  const pick = (test: (name: string) => boolean): Pages => ({
    ...pages,
    samples: Object.fromEntries(Object.entries(pages.samples).filter(([name]) => test(name))),
  });
  return [
    { kind: "paired", title, unit: "ms", baseline: bareFetch, ...pick((name) => !isAxios(name)) },
    { kind: "paired", title: `${title}, over axios`, unit: "ms", baseline: bareAxios, ...pick(isAxios) },
  ];
}

export function judge(page: Pages, exact: Pages, empty: Pages): Bar[] {
  const ratio = ({ samples, processes }: Pages, name: string, baseline: string): Summary =>
    ratioOf(samples, name, baseline, processes);
  const micros = ({ samples }: Pages, name: string, baseline: string): number =>
    1_000 * median(pairedDifferences(samples[name] ?? [], samples[baseline] ?? []));
  const extra = (name: string, baseline: string): string =>
    `${round(micros(page, name, baseline))} µs more than ${baseline} does, and ${round(micros(empty, name, baseline))} on a page without rows`;
  const bars = [
    atMost(
      "a page of 1,000 rows, exact integers on, over text() + JSON.parse",
      1.06,
      ratio(page, "ours-fetch", bareFetch),
    ),
    atMost("the client's own work on a call, without rows", 25, micros(empty, "ours-fetch", bareFetch), " µs"),
    atMost(
      'a page of 1,000 rows with `integers: "bigint"`, over text() + JSON.parse',
      1.25,
      ratio(exact, bigints, bareFetch),
    ),
    atMost(
      "a page of 1,000 rows, our axios client over bare axios",
      1.06,
      ratio(page, "ours-axios", bareAxios),
      "",
      `It takes ${extra("ours-axios", bareAxios)}; our fetch client takes ${extra("ours-fetch", bareFetch)}`,
    ),
  ];
  const peers = Object.keys(page.samples).filter(
    (name) => !isAxios(name) && !name.startsWith("ours") && name !== bareFetch && name !== byHand,
  );
  // Ratios are formed pair by pair: a peer is faster only if the whole interval is below 1.
  const fasterThan = (name: string): string[] => peers.filter((peer) => ratio(page, peer, name).interval[1] < 1);
  const faster = fasterThan("ours-fetch");
  const outOfReach = fasterThan(byHand);
  return [
    ...bars,
    {
      what: "peers faster on that page by more than the interval",
      bar: "none",
      measured: faster.join(", ") || "none",
      met: faster.length === 0,
      because: `None of them checks an integer or times out on a body that never arrives. Code that does both costs ${ratio(page, byHand, bareFetch).median.toFixed(3)} when written by hand for this one operation; faster than that by more than the interval: ${outOfReach.join(", ") || "none"}`,
    },
  ];
}

/** Rows of the page that the promises are about. */
const judgedRows = 1_000;

const sizesOf = ({ quick }: Context): number[] => (quick ? [10, 100] : [100, 1_000, 10_000, 100_000]);

/** The extra cost per row of a larger page, and its cause: steps that every client takes alike. */
async function whereRowsCost(context: Context): Promise<{ section: TableSection; why: string }> {
  const sizes = sizesOf(context);
  const steps: Steps[] = [];
  for (const rows of sizes) {
    const calls = Math.ceil(context.quick ? 3 : Math.max(40, 600_000 / rows));
    steps.push(JSON.parse(await run(process.execPath, [program("page-steps"), String(rows), String(calls)])));
  }
  const [few, many] = [steps[0], steps.at(-1)];
  if (few === undefined || many === undefined) throw new Error("There are no sizes.");
  return {
    section: {
      kind: "table",
      title: "Why a row costs more on a larger page: the two steps of bare fetch",
      note: "One run per size, of many calls, in its own process. Memory is counted in pages, of 4 kB on most machines.",
      columns: [
        "rows",
        "text(), µs per row",
        "JSON.parse, µs per row",
        "work of the operating system, µs per row",
        "fresh memory, pages per 1,000 rows",
      ],
      rows: steps.map(({ text, parse, system, faults }, index) => [
        (sizes[index] ?? 0).toLocaleString("en"),
        text,
        parse,
        system,
        faults,
      ]),
    },
    why: `Bare fetch, which does nothing but \`text()\` and \`JSON.parse\`, stands among them: so it is the engine and not a client. Taken apart below, each size alone in a process: from the least page to the greatest, \`text()\` of a row takes × ${round(many.text / few.text)} and \`JSON.parse\` × ${round(many.parse / few.parse)}. The memory of a large text is seldom used again: the operating system hands out ${round(many.faults)} fresh pages of memory per 1,000 rows, on the least page ${round(few.faults)}.`,
  };
}

/** Medians of a contender's ratio to another, from the least page to the greatest. */
function ratiosBySize(points: LinesSection["points"], name: string, baseline: string): number[] {
  const samplesOf = (series: string) =>
    points.filter((point) => point.series === series).map(({ samples = [] }) => samples);
  const base = samplesOf(baseline);
  return samplesOf(name).map((samples, size) => median(pairedRatios(samples, base[size] ?? [])));
}

/** Pages of several sizes, of which the one that is judged is read already: measured twice, it would have two figures. */
export async function growth(
  context: Context,
  title: string,
  judged: Pages,
  why: string,
  read: typeof readPages = readPages,
): Promise<LinesSection> {
  const points: LinesSection["points"] = [];
  for (const rows of sizesOf(context)) {
    const full = Math.min(5, Math.ceil(20_000 / rows));
    const other = () => read(context, Object.keys(judged.samples), rows, { full, folder: built });
    points.push(...pointsAt(rows, (rows === judgedRows ? judged : await other()).samples));
  }
  const section: LinesSection = { kind: "lines", title, x: "rows", y: "ms", points };
  const said = Object.keys(judged.samples)
    .filter((name) => name.startsWith("ours"))
    .map((name) => {
      const baseline = isAxios(name) ? bareAxios : bareFetch;
      return `${name} over ${baseline}: ${ratiosBySize(points, name, baseline).map(digits).join(", ")}.`;
    });
  // It only explains growth that bare fetch has too.
  const bareGrows = growths(section).some((growth) => growth.series === bareFetch && isFaster(growth));
  return { ...section, note: [...(bareGrows ? [why] : []), ...said].join(" ") };
}

export const measure: Measure = {
  name: "decode",
  about: "reading a page, `fetch` answering from memory",
  async run(context) {
    context.log("a page of 1,000 rows");
    // Rows with bigints make the engine generalize its types, which slows down every reader in that process.
    const numbers = contenders.filter((name) => name !== bigints);
    const page = await readPages(context, numbers, judgedRows, { full: 15, folder: built });
    context.log("the same page with bigints");
    const exact = await readPages(context, [bareFetch, bigints], judgedRows, { full: 15, folder: built });
    context.log("a page without rows");
    const empty = await readPages(context, numbers, 0, { folder: built });
    context.log("pages of other sizes");
    const { section: steps, why } = await whereRowsCost(context);
    const lines = await growth(context, "Reading a page as it grows", page, why);
    const exactLines = await growth(
      context,
      "Reading a page with bigints as it grows",
      exact,
      "Bare fetch stands among them, for the reason above.",
    );
    return {
      measure: "decode",
      title: "Reading a page, `fetch` answering from memory",
      method: `Every client reads \`/sjediste\` through the same \`fetch\`, which returns the same bytes from memory. Rows have every field of the contract. The axios clients use axios' fetch adapter, so the same \`fetch\` answers them. Each process measures ${roundsEach} rounds, after half as many to warm up, and collects garbage before each sample, so that no contender pays for that of another; pages with bigints have processes of their own. \`by-hand\` is bare fetch with what we promise for a call, written for this one operation: a timeout that covers the body, no redirect with the key, the typed total, exact integers.`,
      bars: judge(page, exact, empty),
      sections: [
        ...sections("A page of 1,000 rows", page),
        { kind: "paired", title: "The same page with bigints", unit: "ms", baseline: bareFetch, ...exact },
        ...sections("A page without rows", empty),
        lines,
        steps,
        exactLines,
      ],
    };
  },
};
