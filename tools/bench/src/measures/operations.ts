import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Copy } from "../../../test/support/copy.ts";
import { bundle } from "../harness/bundle.ts";
import { burst } from "../harness/burst.ts";
import { bareAxios, bareFetch, buildContenders, madeElsewhere, modulePath } from "../harness/contenders.ts";
import { firstCall, startPageServer } from "../harness/first-calls.ts";
import {
  buildIn,
  type Client,
  generationsOf,
  grownPeers,
  oursIn,
  peersIn,
  repeatDocuments,
} from "../harness/grown-clients.ts";
import { growSpec } from "../harness/grown-spec.ts";
import { suiteOf, timeOf } from "../harness/judges.ts";
import { type Context, type Measure, rounds } from "../harness/measure.ts";
import { listOperations } from "../harness/operations.ts";
import { generated, spec } from "../harness/places.ts";
import { readPages } from "../harness/read-pages.ts";
import { seats, startReferenceServer } from "../harness/reference-server.ts";
import { type LinesSection, pointsAt } from "../harness/result.ts";
import { pairedRounds, pairedSamples, type Samples } from "../harness/rounds.ts";
import { typeCheck, writeConsumer } from "../harness/type-checks.ts";

type Points = LinesSection["points"];

/** Points of the lines, which measuring adds to. */
class Figures {
  readonly size: Points = [];
  readonly instantiations: Points = [];
  readonly time: Points = [];
  readonly startUp: Points = [];
  readonly call: Points = [];
  readonly generation: Points = [];
  readonly page: Points = [];
  readonly suite: Points = [];
  readonly requests: Points = [];
  readonly documents: Points = [];
  readonly documentGeneration: Points = [];
}

/** Contenders that import a client, and the baselines, which do not. */
const called = [bareFetch, bareAxios, "ours-fetch", "ours-axios", ...grownPeers];

/** Rounds of what takes seconds. */
const few = ({ quick }: Context): number => (quick ? 1 : 10);

/** A page of the server with that spec, and a run of the suite on it, which may send requests in proportion to the operations. */
async function measureService(context: Context, copy: Copy, times: number, x: number, figures: Figures): Promise<void> {
  await using server = await startReferenceServer([], copy.root);
  const amount = 200;
  const page = (accept: string) => async () => (await burst(seats(server.url, 0, accept), amount)) / amount;
  const bursts = await pairedSamples(
    { "our server, JSON": page("application/json"), "our server, XML": page("application/xml") },
    { rounds: rounds(context, 50), warmUp: 3, random: context.random },
  );
  figures.page.push(...pointsAt(x, bursts));
  const suite = suiteOf(copy.root, "--max-requests", String(250 * times));
  const runs = await timeOf(suite, server.url, few(context));
  figures.suite.push(...pointsAt(x, { "our suite": runs.map(({ seconds }) => seconds) }));
  figures.requests.push(...pointsAt(x, { "our suite": runs.map(({ requests }) => requests) }));
}

/** Import and first call, and further calls, of each client, beside those without one. */
async function measureCalls(context: Context, copy: Copy, folder: string, x: number, figures: Figures): Promise<void> {
  const outdir = join(folder, "contenders");
  await buildContenders({ names: called, outdir, plugins: [madeElsewhere(folder, copy.path("packages"))] });
  await using server = await startPageServer(10);
  const first = called.map((name) => [name, () => firstCall(modulePath(name, outdir), server.url, 10)] as const);
  const options = { rounds: context.quick ? 1 : 50, random: context.random };
  figures.startUp.push(...pointsAt(x, await pairedSamples(Object.fromEntries(first), options)));
  figures.call.push(...pointsAt(x, (await readPages(context, called, 0, { full: 5, folder: outdir })).samples));
}

/** What compilers and bundlers make of each client. */
async function measureCode(
  context: Context,
  clients: Record<string, Client>,
  folder: string,
  grown: string,
  figures: Figures,
): Promise<void> {
  const operations = await listOperations(grown);
  const x = operations.length;
  const checks: Record<string, () => Promise<unknown>> = {};
  for (const [series, { entry, external, style }] of Object.entries(clients)) {
    const project = join(folder, `consumer-${series}`);
    await writeConsumer(project, style, operations);
    const { Instantiations = Number.NaN } = await typeCheck("typescript-7", project);
    figures.size.push({ series, x, y: (await bundle(entry, { external })).gzip / 1_000 });
    figures.instantiations.push({ series, x, y: Instantiations });
    checks[series] = () => typeCheck("typescript-7", project);
  }
  const { quick, random } = context;
  figures.time.push(...pointsAt(x, await pairedRounds(checks, { rounds: quick ? 1 : 30, random })));
}

/** The GraphQL client: its operations are documents. */
async function measureDocuments(context: Context, copy: Copy, times: number, figures: Figures): Promise<void> {
  const x = await repeatDocuments(copy, times);
  const generations: Samples = await pairedRounds(
    { "ours-graphql": () => copy.step("graphql") },
    { rounds: few(context), random: context.random },
  );
  figures.documentGeneration.push(...pointsAt(x, generations));
  await buildIn(copy, "packages/graphql");
  const { gzip } = await bundle(`export * from "${copy.path("packages/graphql/dist/index.js")}";`);
  figures.documents.push({ series: "ours-graphql", x, y: gzip / 1_000 });
}

/** All figures for one number of operations. */
async function measureAt(context: Context, copy: Copy, times: number, figures: Figures): Promise<void> {
  const folder = join(generated, `operations-${times}`);
  const grown = join(generated, `operations-${times}.yaml`);
  const text = growSpec(await readFile(spec, "utf8"), times);
  await writeFile(grown, text);
  await copy.write("specs/register.openapi.yaml", text);
  const x = (await listOperations(grown)).length;
  const { random } = context;
  const generations = await pairedRounds(generationsOf(copy, grown, folder), { rounds: few(context), random });
  figures.generation.push(...pointsAt(x, generations));
  await copy.step("bundle-specs");
  await buildIn(
    copy,
    ...["packages/core", "packages/fetch", "packages/axios", "packages/reference-server", "conformance"],
  );
  await measureCode(context, { ...oursIn(copy), ...peersIn(folder) }, folder, grown, figures);
  await measureCalls(context, copy, folder, x, figures);
  await measureService(context, copy, times, x, figures);
  await measureDocuments(context, copy, times, figures);
}

export const measure: Measure = {
  name: "operations",
  about: "what ten times as many operations cost",
  async run(context) {
    const figures = new Figures();
    await using copy = await Copy.make();
    for (const times of context.quick ? [1, 2] : [1, 10]) {
      context.log(`every operation ${times} times`);
      await measureAt(context, copy, times, figures);
    }
    const lines = (title: string, y: string, points: Points, note = ""): LinesSection => {
      return { kind: "lines", title, x: "operations", y, points, note };
    };
    const exact = { exact: true } as const;
    const documents = { x: "documents" };
    return {
      measure: "operations",
      title: "Ten times as many operations",
      method:
        "Each operation of the spec is copied under other names; the rows stay the same. Every client is generated from the same document. Everything is measured with the 24 operations of the spec first, then with ten times as many: contenders alternate, numbers of operations do not.",
      bars: [],
      sections: [
        {
          ...lines("Size of the whole client", "kB, minified + gzip", figures.size, "axios is not counted."),
          ...exact,
        },
        {
          ...lines(
            "Instantiations of a consumer that calls them all, TypeScript 7",
            "instantiations",
            figures.instantiations,
            "As users have the clients: ours as declarations, the others as sources. Those of TypeScript's own library are counted too.",
          ),
          ...exact,
        },
        lines("Time to type-check that consumer", "ms", figures.time),
        lines("Import and first call", "ms", figures.startUp),
        lines(
          "A page without rows, `fetch` answering from memory",
          "ms",
          figures.call,
          "What a row takes depends on no operation, so the client's own work on a call is most of this.",
        ),
        lines("Generation", "ms", figures.generation, "Ours generates both REST clients at once."),
        lines("A page of 100 rows from the reference server", "ms a request", figures.page),
        lines("A run of the suite on that server", "seconds", figures.suite, "Runs are sequential."),
        lines(
          "Requests of that run",
          "requests",
          figures.requests,
          "It may send 250 per 24 operations, and reads long lists as far as that allows: of more requests, it uses more for the same operations.",
        ),
        {
          ...lines("Size of the whole GraphQL client with its documents", "kB, minified + gzip", figures.documents),
          ...exact,
          ...documents,
        },
        { ...lines("Generation of the GraphQL client", "ms", figures.documentGeneration), ...documents },
      ],
    };
  },
};
