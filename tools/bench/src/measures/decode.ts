import type { Context } from "../measure.ts";
import { program, run } from "../places.ts";
import { atMost, type PairedSection, type Result } from "../report/result.ts";
import { pairedRatios, type Samples, type Summary, summarize } from "../rounds.ts";

/** Each over a baseline of its kind. Rows with bigints make the engine generalize its types, so they have processes of their own. */
const races = {
  "A page of 1,000 rows": [
    "bare-fetch",
    ...["ours-fetch", "orval", "openapi-fetch", "hey-api", "openapi-generator-fetch", "openapi-generator-fetch-plain"],
  ],
  "A page of 1,000 rows, over axios": ["bare-axios", "ours-axios", "openapi-generator-axios"],
  "The same page with bigints": ["bare-fetch", "ours-fetch-bigint"],
};

/** Reads pages in several processes, in rounds. */
async function race({ quick, log }: Context, title: string, names: readonly string[]): Promise<PairedSection> {
  log(title);
  const samples: Samples = {};
  const processes = quick ? 1 : 15;
  for (let index = 0; index < processes; index++) {
    const args = ["--expose-gc", program("read-pages"), String(quick ? 2 : 20), ...names];
    const block: Samples = JSON.parse(await run(process.execPath, args));
    for (const [name, values] of Object.entries(block)) samples[name] = [...(samples[name] ?? []), ...values];
  }
  return { kind: "paired", title, unit: "ms", baseline: names[0] ?? "", processes, samples };
}

export async function measure(context: Context): Promise<Result> {
  const sections: PairedSection[] = [];
  for (const [title, names] of Object.entries(races)) sections.push(await race(context, title, names));
  return {
    title: "Reading a page, `fetch` answering from memory",
    method:
      "Every client reads `/sjediste` through the same `fetch`, which returns the same bytes from memory. Rows have every field of the contract. The axios clients use axios' fetch adapter, so the same `fetch` answers them. Each process measures 20 rounds, after half as many to warm up, and collects garbage before each sample, so that no contender pays for that of another; pages with bigints have processes of their own.",
    bars: judge(sections),
    sections,
  };
}

export function judge([page, axios, bigints]: readonly PairedSection[]): Result["bars"] {
  const ratio = (section: PairedSection | undefined, name: string, baseline = section?.baseline ?? ""): Summary =>
    summarize(pairedRatios(section?.samples[name], section?.samples[baseline]), section?.processes);
  const peers = Object.keys(page?.samples ?? {}).filter((name) => !/^(ours|bare)-/.test(name));
  // Ratios are formed pair by pair: a peer is faster only if the whole interval is below 1.
  const faster = peers.filter((peer) => ratio(page, peer, "ours-fetch").interval[1] < 1);
  return [
    atMost("a page of 1,000 rows, exact integers on, over text() + JSON.parse", 1.06, ratio(page, "ours-fetch")),
    atMost('the same with `integers: "bigint"`', 1.25, ratio(bigints, "ours-fetch-bigint")),
    atMost("the same page, our axios client over bare axios", 1.06, ratio(axios, "ours-axios")),
    {
      ...{ what: "peers faster on that page by more than the interval", bar: "none" },
      ...{ measured: faster.join(", ") || "none", met: faster.length === 0 },
      because: "None of them checks an integer, or times out on a body that never arrives",
    },
  ];
}
