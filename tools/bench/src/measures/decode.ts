import type { Context } from "../measure.ts";
import { program, run } from "../places.ts";
import { atMost, digits, type PairedSection, type Result } from "../report/result.ts";
import { pairedRatios, type Samples, type Summary, summarize } from "../rounds.ts";
import { startProcess } from "../server-process.ts";

interface Race {
  title: string;
  /** The baseline first. */
  names: readonly string[];
  /** Where the page comes from. */
  from: "memory" | "loopback";
  note?: string;
}

/** Each over a baseline of its kind. Rows with bigints make the engine generalize its types, so they have processes of their own. */
const races: readonly Race[] = [
  {
    title: "A page of 1,000 rows",
    names: [
      ...["bare-fetch", "ours-fetch", "orval", "openapi-fetch", "hey-api"],
      ...["openapi-generator-fetch", "openapi-generator-fetch-plain"],
    ],
    from: "memory",
  },
  {
    title: "A page of 1,000 rows, over axios with its `http` adapter",
    names: ["bare-axios", "ours-axios", "openapi-generator-axios"],
    from: "loopback",
    note: "On Node, axios uses this adapter unless it is told otherwise. A server in another process sends the page.",
  },
  {
    title: "A page of 1,000 rows, over axios with its `fetch` adapter",
    names: ["bare-axios-fetch", "ours-axios-fetch", "openapi-generator-axios-fetch"],
    from: "memory",
    note: "This adapter counts the bytes of a body that has a limit, in a stream of its own, which takes most of what ours needs more: it alone sets a limit, its option `maxBody`. The `http` adapter counts while it reads.",
  },
  { title: "The same page with bigints", names: ["bare-fetch", "ours-fetch-bigint"], from: "memory" },
];

/** Reads pages in several processes, in rounds. */
async function race({ quick, log }: Context, { title, names, from, note }: Race): Promise<PairedSection> {
  log(title);
  await using server = from === "loopback" ? await startProcess(program("page-server")) : undefined;
  const samples: Samples = {};
  const processes = quick ? 1 : 15;
  for (let index = 0; index < processes; index++) {
    const args = ["--expose-gc", program("read-pages"), String(quick ? 2 : 20), server?.url ?? "memory", ...names];
    const block: Samples = JSON.parse(await run(process.execPath, args));
    for (const [name, values] of Object.entries(block)) samples[name] = [...(samples[name] ?? []), ...values];
  }
  const shown = note === undefined ? {} : { note };
  return { kind: "paired", title, ...shown, unit: "ms", baseline: names[0] ?? "", processes, samples };
}

export async function measure(context: Context): Promise<Result> {
  const sections: PairedSection[] = [];
  for (const one of races) sections.push(await race(context, one));
  return {
    title: "Reading a page",
    method:
      "Every client reads `/sjediste`, through the same `fetch`, which returns the same bytes from memory. Rows have every field of the contract. Only axios' `http` adapter cannot take a `fetch`: a server in another process sends it the same bytes over the loopback. Each process measures 20 rounds, after half as many to warm up, and collects garbage before each sample, so that no contender pays for that of another; pages with bigints have processes of their own.",
    bars: judge(sections),
    sections,
  };
}

export function judge([page, axios, axiosFetch, bigints]: readonly PairedSection[]): Result["bars"] {
  const ratio = (section: PairedSection | undefined, name: string, baseline = section?.baseline ?? ""): Summary =>
    summarize(pairedRatios(section?.samples[name], section?.samples[baseline]), section?.processes);
  const peers = Object.keys(page?.samples ?? {}).filter((name) => !/^(ours|bare)-/.test(name));
  // Ratios are formed pair by pair: a peer is faster only if the whole interval is below 1.
  const faster = peers.filter((peer) => ratio(page, peer, "ours-fetch").interval[1] < 1);
  return [
    atMost("a page of 1,000 rows, exact integers on, over text() + JSON.parse", 1.06, ratio(page, "ours-fetch")),
    atMost('the same with `integers: "bigint"`', 1.25, ratio(bigints, "ours-fetch-bigint")),
    atMost(
      ...(["the same page, our axios client over bare axios, with the `http` adapter", 1.06] as const),
      ratio(axios, "ours-axios"),
      "",
      `With its \`fetch\` adapter, which counts the bytes of a body in a stream of its own, it is ${digits(ratio(axiosFetch, "ours-axios-fetch").median)}`,
    ),
    {
      ...{ what: "peers faster on that page by more than the interval", bar: "none" },
      ...{ measured: faster.join(", ") || "none", met: faster.length === 0 },
      because: "None of them checks an integer, or times out on a body that never arrives",
    },
  ];
}
