import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Copy } from "../../../test/support/copy.ts";
import { bundle } from "../harness/bundle.ts";
import { burst } from "../harness/burst.ts";
import { ours, type Style, styles } from "../harness/consumers.ts";
import { bareFetch, buildContenders, madeElsewhere } from "../harness/contenders.ts";
import { firstCall, startPageServer } from "../harness/first-calls.ts";
import { growSpec } from "../harness/grown-spec.ts";
import { suiteOf, timeOf } from "../harness/judges.ts";
import { type Context, type Measure, rounds } from "../harness/measure.ts";
import { listOperations } from "../harness/operations.ts";
import { generatePeer } from "../harness/peers.ts";
import { generated, spec } from "../harness/places.ts";
import { seats, startReferenceServer } from "../harness/reference-server.ts";
import { type LinesSection, pointsAt } from "../harness/result.ts";
import { pairedRounds, pairedSamples, type Samples } from "../harness/rounds.ts";
import { typeCheck, writeConsumer } from "../harness/type-checks.ts";

const peers = ["openapi-generator-fetch-plain", "hey-api", "openapi-fetch", "orval"];

/** A client generated from one spec. */
interface Client {
  /** The module that exports everything. */
  entry: string;
  style: Style;
  /** Milliseconds that its generation took. */
  generation: number;
}

async function timed(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** The peers, generated beside the ones from the original spec, so that the same consumers find them. */
async function makePeers(folder: string, grown: string): Promise<Record<string, Client>> {
  const clients: Record<string, Client> = {};
  for (const name of peers) {
    const style = styles[name];
    if (style === undefined) throw new Error(`Nobody knows how ${name} is used.`);
    const generation = await timed(() => generatePeer(name, grown, join(folder, name)));
    const entry = { orval: "client.ts", "openapi-fetch": undefined }[name] ?? "index.ts";
    clients[name] = {
      entry:
        name === "openapi-fetch" ? 'export { default } from "openapi-fetch";' : exportAll(join(folder, name, entry)),
      style,
      generation,
    };
  }
  return clients;
}

const exportAll = (path: string): string => `export * from "${path}";`;

/** Our fetch client, the server and the suite, in a copy of the repository with that spec. */
async function makeOurs(copy: Copy, grown: string): Promise<Client & { index: string }> {
  await copy.write("specs/register.openapi.yaml", await readFile(grown, "utf8"));
  const generation = await timed(() => copy.step("rest"));
  await copy.step("bundle-specs");
  await copy.install();
  for (const folder of ["packages/core", "packages/fetch", "packages/reference-server", "conformance"]) {
    const { code, output } = await copy.run(folder, "tsc", "-p", "tsconfig.build.json");
    if (code !== 0) throw new Error(output);
  }
  const index = copy.path("packages/fetch/dist/index.js");
  return { index, entry: exportAll(index), style: ours(index, (call) => `(${call})[0]`), generation };
}

interface Figures {
  generation: LinesSection["points"];
  size: LinesSection["points"];
  instantiations: LinesSection["points"];
  time: LinesSection["points"];
  startUp: LinesSection["points"];
  page: LinesSection["points"];
  suite: LinesSection["points"];
}

/** A page of the server with that spec, and a run of the suite on it, which may send requests in proportion to the operations. */
async function measureService(context: Context, copy: Copy, times: number, x: number, figures: Figures): Promise<void> {
  await using server = await startReferenceServer([], copy.root);
  const amount = 200;
  const { "our server": bursts = [] } = await pairedSamples(
    { "our server": () => burst(seats(server.url, 0), amount) },
    { rounds: rounds(context, 50), warmUp: 3, random: context.random },
  );
  figures.page.push(...pointsAt(x, { "our server": bursts.map((milliseconds) => milliseconds / amount) }));
  const suite = suiteOf(copy.root, "--max-requests", String(250 * times));
  const runs = await timeOf(suite, server.url, context.quick ? 1 : 10);
  figures.suite.push(...pointsAt(x, { "our suite": runs.map(({ seconds }) => seconds) }));
}

/** Import and first call of each client, beside bare fetch. */
async function startUps(context: Context, folder: string, ours: string): Promise<Samples> {
  const names = [bareFetch, "ours-fetch", ...peers];
  const outdir = join(folder, "contenders");
  await buildContenders({ names, outdir, plugins: [madeElsewhere(folder, ours)] });
  await using server = await startPageServer(10);
  const calls = names.map((name) => [name, () => firstCall(join(outdir, `${name}.js`), server.url)] as const);
  // Awaited here: the server ends with this function.
  return await pairedSamples(Object.fromEntries(calls), { rounds: context.quick ? 1 : 50, random: context.random });
}

/** All figures for one number of operations. */
async function measureAt(context: Context, copy: Copy, times: number, figures: Figures): Promise<void> {
  const folder = join(generated, `operations-${times}`);
  const grown = join(generated, `operations-${times}.yaml`);
  await writeFile(grown, growSpec(await readFile(spec, "utf8"), times));
  const operations = await listOperations(grown);
  const clients = { "ours-fetch": await makeOurs(copy, grown), ...(await makePeers(folder, grown)) };
  const x = operations.length;
  const checks: Record<string, () => Promise<unknown>> = {};
  for (const [series, { entry, style, generation }] of Object.entries(clients)) {
    const project = join(folder, `consumer-${series}`);
    await writeConsumer(project, style, operations);
    const { Instantiations = Number.NaN } = await typeCheck("typescript-7", project);
    figures.generation.push({ series, x, y: generation });
    figures.size.push({ series, x, y: (await bundle(entry)).gzip / 1_000 });
    figures.instantiations.push({ series, x, y: Instantiations });
    checks[series] = () => typeCheck("typescript-7", project);
  }
  const { quick, random } = context;
  figures.time.push(...pointsAt(x, await pairedRounds(checks, { rounds: quick ? 1 : 30, random })));
  figures.startUp.push(...pointsAt(x, await startUps(context, folder, clients["ours-fetch"].index)));
  await measureService(context, copy, times, x, figures);
}

export const measure: Measure = {
  name: "operations",
  about: "what ten times as many operations cost",
  async run(context) {
    const figures: Figures = {
      generation: [],
      size: [],
      instantiations: [],
      time: [],
      startUp: [],
      page: [],
      suite: [],
    };
    await using copy = await Copy.make();
    for (const times of context.quick ? [1, 2] : [1, 10]) {
      context.log(`every operation ${times} times`);
      await measureAt(context, copy, times, figures);
    }
    const lines = (title: string, y: string, points: LinesSection["points"]): LinesSection => {
      return { kind: "lines", title, x: "operations", y, points };
    };
    const exact = { exact: true } as const;
    return {
      measure: "operations",
      title: "Ten times as many operations",
      method:
        "Each operation of the spec is copied under other names; the rows stay the same. Every client is generated from the same document. Generation is one run per client: ours generates both REST clients at once.",
      bars: [],
      sections: [
        { ...lines("Size of the whole client", "kB, minified + gzip", figures.size), ...exact },
        {
          ...lines(
            "Instantiations of a consumer that calls them all, TypeScript 7",
            "instantiations",
            figures.instantiations,
          ),
          ...exact,
          note: "As users have the clients: ours as declarations, the others as sources.",
        },
        lines("Time to type-check that consumer", "ms", figures.time),
        lines("Import and first call", "ms", figures.startUp),
        lines("Generation", "ms", figures.generation),
        lines("A page of 100 rows from the reference server", "ms a request", figures.page),
        {
          ...lines("A run of the suite on that server", "seconds", figures.suite),
          note: "It may send 250 requests per 24 operations. Runs are sequential.",
        },
      ],
    };
  },
};
