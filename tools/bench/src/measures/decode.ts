import type { Context } from "../measure.ts";
import { program, run } from "../places.ts";
import type { Ratios } from "../report/ratios.ts";
import { atMost, digits, type PairedSection, type Result, range } from "../report/result.ts";
import { pairedRatios, type Samples, type Summary, summarize } from "../rounds.ts";
import { startProcess } from "../server-process.ts";
import type { Call } from "../service.ts";

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
      ...["openapi-generator-fetch", "openapi-generator-fetch-plain", "redocly"],
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

/** Reads pages in several processes, in rounds. Processor time goes into the ratios. */
async function race(
  { quick, log }: Context,
  { title, names, from, note }: Race,
  ratios: Ratios,
): Promise<PairedSection> {
  log(title);
  await using server = from === "loopback" ? await startProcess(program("page-server")) : undefined;
  const calls: Samples<Call> = {};
  const processes = quick ? 1 : 15;
  for (let index = 0; index < processes; index++) {
    const args = ["--expose-gc", program("read-pages"), String(quick ? 2 : 20), server?.url ?? "memory", ...names];
    const block: Samples<Call> = JSON.parse(await run(process.execPath, args));
    for (const [name, values] of Object.entries(block)) calls[name] = [...(calls[name] ?? []), ...values];
  }
  const [baseline = ""] = names;
  const samplesOf = (figure: keyof Call): Samples =>
    Object.fromEntries(Object.entries(calls).map(([name, values]) => [name, values.map((call) => call[figure])]));
  const used = samplesOf("processor");
  for (const name of names)
    if (name.startsWith("ours-")) ratios[`${title}: ${name}`] = pairedRatios(used[name], used[baseline]);
  const shown = note === undefined ? {} : { note };
  return { kind: "paired", title, ...shown, unit: "ms", baseline, processes, samples: samplesOf("time") };
}

export async function measure(context: Context): Promise<Result> {
  const sections: PairedSection[] = [];
  const ratios: Ratios = {};
  for (const one of races) sections.push(await race(context, one, ratios));
  return {
    title: "Reading a page",
    method:
      "Every client reads `/sjediste`, through the same `fetch`, which returns the same bytes from memory. Rows have every field of the contract. Only axios' `http` adapter cannot take a `fetch`: a server in another process sends it the same bytes over the loopback. Each process measures 20 rounds, after half as many to warm up, and collects garbage before each sample, so that no contender pays for that of another; pages with bigints have processes of their own.",
    bars: judge(sections),
    sections,
    ratios,
  };
}

export function judge([page, axios, axiosFetch, bigints]: readonly PairedSection[]): Result["bars"] {
  const ratio = (section: PairedSection | undefined, name: string, baseline = section?.baseline ?? ""): Summary =>
    summarize(pairedRatios(section?.samples[name], section?.samples[baseline]), section?.processes);
  const peers = Object.keys(page?.samples ?? {}).filter((name) => !/^(ours|bare)-/.test(name));
  // Ratios are formed pair by pair: a peer is faster only if the whole interval is below 1.
  const faster = peers.filter((peer) => ratio(page, peer, "ours-fetch").interval[1] < 1);
  const checks = "Ours looks at every integer, counts the bytes of the body, and guards it by a timeout";
  return [
    atMost(
      {
        what: "a page of 1,000 rows, exact integers on, over text() + JSON.parse",
        ...{ limit: 1.06, peers: range(peers.map((peer) => ratio(page, peer).median)) },
        because: checks,
      },
      ratio(page, "ours-fetch"),
    ),
    atMost(
      {
        what: 'the same with `integers: "bigint"`',
        ...{ limit: 1.25, because: "Each integer of 64 bits becomes an object of the engine" },
      },
      ratio(bigints, "ours-fetch-bigint"),
    ),
    atMost(
      {
        what: "the same page, our axios client over bare axios, with the `http` adapter",
        ...{ limit: 1.06, peers: digits(ratio(axios, "openapi-generator-axios").median) },
        because: `${checks}. With axios' \`fetch\` adapter, which counts the bytes in a stream of its own, it is ${digits(ratio(axiosFetch, "ours-axios-fetch").median)}`,
      },
      ratio(axios, "ours-axios"),
    ),
    {
      ...{ what: "peers faster on that page by more than the interval", bar: "none" },
      ...{ measured: faster.join(", ") || "none", met: faster.length === 0 },
      because: "At their defaults, they round integers, and wait for a body that never arrives",
    },
  ];
}
