import { median } from "simple-statistics";
import { bareAxios, bareFetch, contenders } from "../../clients/contenders.ts";
import { atMost, type Bar, type PairedSection, round } from "../../report/result.ts";
import { pairedDifferences, ratioOf, type Summary } from "../../rounds/statistics.ts";
import type { Measure } from "../measure.ts";
import { type Pages, readPages, roundsEach } from "./read-pages.ts";

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

export const measure: Measure = {
  name: "decode",
  about: "reading a page, `fetch` answering from memory",
  async run(context) {
    context.log("a page of 1,000 rows");
    // Rows with bigints make the engine generalize its types, which slows down every reader in that process.
    const numbers = contenders.filter((name) => name !== bigints);
    const page = await readPages(context, numbers, judgedRows, 15);
    context.log("the same page with bigints");
    const exact = await readPages(context, [bareFetch, bigints], judgedRows, 15);
    context.log("a page without rows");
    const empty = await readPages(context, numbers, 0);
    return {
      measure: "decode",
      title: "Reading a page, `fetch` answering from memory",
      method: `Every client reads \`/sjediste\` through the same \`fetch\`, which returns the same bytes from memory. Rows have every field of the contract. The axios clients use axios' fetch adapter, so the same \`fetch\` answers them. Each process measures ${roundsEach} rounds, after half as many to warm up, and collects garbage before each sample, so that no contender pays for that of another; pages with bigints have processes of their own. \`by-hand\` is bare fetch with what we promise for a call, written for this one operation: a timeout that covers the body, no redirect with the key, the typed total, exact integers.`,
      bars: judge(page, exact, empty),
      sections: [
        ...sections("A page of 1,000 rows", page),
        { kind: "paired", title: "The same page with bigints", unit: "ms", baseline: bareFetch, ...exact },
      ],
    };
  },
};
