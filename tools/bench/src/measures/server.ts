import { mkdtempDisposable, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startProcess } from "../../../src/shared/server-process.ts";
import { burst, type Target } from "../harness/burst.ts";
import { realFetch } from "../harness/contenders.ts";
import { type Context, type Measure, rounds } from "../harness/measure.ts";
import { program } from "../harness/places.ts";
import { seats, serveSeats } from "../harness/reference-server.ts";
import { atMost, type Bar, type LinesSection, pointsAt, type TableSection, withInterval } from "../harness/result.ts";
import { pairedSamples, type Samples } from "../harness/rounds.ts";
import { ratioOf, summarize } from "../harness/statistics.ts";

const json = "application/json";
const xml = "application/xml";

const bareJson = "bare node:http, JSON";
const jsonFirst = "our server, JSON at offset 0";
const jsonDeep = "our server, JSON at nine tenths";
const xmlFirst = "our server, XML at offset 0";

/** Saves a response's body to a file, for a bare server to send. */
async function keepBytes({ url, headers }: Target, file: string): Promise<void> {
  const response = await realFetch(url, { headers });
  const type = response.headers.get("content-type");
  if (!response.ok || !type?.startsWith(headers.accept ?? "")) {
    throw new Error(`${url}: status ${response.status}, ${type}`);
  }
  await writeFile(file, new Uint8Array(await response.arrayBuffer()));
}

/** Milliseconds of a burst of `amount` requests to each target, in rounds. */
function burstsOf(
  context: Context,
  targets: Record<string, Target>,
  amount: number,
  options: { rounds: number; warmUp: number },
): Promise<Samples> {
  const calls = Object.entries(targets).map(([name, target]) => [name, () => burst(target, amount)] as const);
  return pairedSamples(Object.fromEntries(calls), { ...options, random: context.random });
}

async function race(context: Context, size: number, amount: number): Promise<Samples> {
  await using folder = await mkdtempDisposable(join(tmpdir(), "court-register-bytes-"));
  await using server = await serveSeats(size);
  await keepBytes(seats(server.url, 0, json), join(folder.path, "page.json"));
  await keepBytes(seats(server.url, 0, xml), join(folder.path, "page.xml"));
  await using jsonBytes = await startProcess(program("bytes-server"), [join(folder.path, "page.json"), json]);
  await using xmlBytes = await startProcess(program("bytes-server"), [join(folder.path, "page.xml"), xml]);
  const targets: Record<string, Target> = {
    [bareJson]: seats(jsonBytes.url, 0, json),
    "bare node:http, XML": seats(xmlBytes.url, 0, xml),
    [jsonFirst]: seats(server.url, 0, json),
    [jsonDeep]: seats(server.url, 0.9 * size, json),
    [xmlFirst]: seats(server.url, 0, xml),
  };
  // Awaited here: the servers end with this function.
  return await burstsOf(context, targets, amount, { rounds: rounds(context, 100), warmUp: 3 });
}

/** Milliseconds of a request to the target of each size, in JSON and XML, all in the same rounds. */
async function timeBySize(
  context: Context,
  sizes: readonly number[],
  target: (size: number, accept: string) => Target,
): Promise<{ points: LinesSection["points"]; said: string }> {
  const amount = context.quick ? 20 : 200;
  const targets: Record<string, Target> = {};
  const measured: { name: string; series: string; size: number }[] = [];
  for (const size of sizes) {
    for (const [series, accept] of Object.entries({ "our server, JSON": json, "our server, XML": xml })) {
      const name = `${series}, ${size} rows`;
      targets[name] = target(size, accept);
      measured.push({ name, series, size });
    }
  }
  const samples = await burstsOf(context, targets, amount, { rounds: rounds(context, 50), warmUp: 3 });
  const points = measured.flatMap(({ name, series, size }) =>
    pointsAt(size, { [series]: (samples[name] ?? []).map((burst) => burst / amount) }),
  );
  return { points, said: `${amount} requests per sample; all sizes and both formats are in the same rounds.` };
}

/** A page at 90 % of registers of several sizes. */
async function growRegister(context: Context, sizes: readonly number[]): Promise<LinesSection> {
  await using servers = new AsyncDisposableStack();
  const urls: Record<number, string> = {};
  for (const size of sizes) urls[size] = servers.use(await serveSeats(size)).url;
  const { points, said } = await timeBySize(context, sizes, (size, accept) =>
    seats(urls[size] ?? "", 0.9 * size, accept),
  );
  return {
    kind: "lines",
    title: "A page of 100 rows as the register grows",
    x: "rows",
    y: "ms a request",
    points,
    note: `${said} The page is nine tenths into the register. It is found by its position, so its depth does not matter.`,
  };
}

/** Pages of several sizes, up to the greatest that the server sends. */
async function growPage(context: Context, sizes: readonly number[]): Promise<LinesSection> {
  await using server = await serveSeats(10_000);
  const { points, said } = await timeBySize(context, sizes, (size, accept) => seats(server.url, 0, accept, size));
  const title = "A page as it grows";
  return { kind: "lines", title, x: "rows of the page", y: "ms a request", points, note: said };
}

/** The same samples as requests per second. */
function requestsASecond(samples: Samples, amount: number): TableSection {
  const rows = Object.entries(samples).map(([name, bursts]): [string, number, number, number] => {
    const { median, quartiles } = summarize(bursts.map((burst) => (1_000 * amount) / burst));
    return [name, Math.round(median), Math.round(quartiles[0]), Math.round(quartiles[1])];
  });
  return {
    kind: "table",
    title: "Requests per second",
    note: "From the same samples.",
    columns: ["", "median", "lower quartile", "upper quartile"],
    rows: rows.sort(([, a], [, b]) => b - a),
  };
}

export const measure: Measure = {
  name: "server",
  about: "pages of the reference server against a server that only sends bytes",
  async run(context) {
    const size = context.quick ? 1_000 : 1_000_000;
    const amount = context.quick ? 100 : 1_500;
    context.log(`a register of ${size} seats`);
    const samples = await race(context, size, amount);
    // Requests per second: the inverse of the time.
    const xmlSpeed = ratioOf(samples, jsonFirst, xmlFirst);
    context.log("registers of other sizes");
    const register = await growRegister(context, context.quick ? [100, 1_000] : [1_000, 10_000, 100_000, size]);
    context.log("pages of other sizes");
    const page = await growPage(context, context.quick ? [10, 100] : [10, 100, 1_000]);
    const bars: Bar[] = [
      atMost(
        "time of the server for a page at nine tenths over one at offset 0",
        1.2,
        ratioOf(samples, jsonDeep, jsonFirst),
      ),
      {
        what: "requests per second of the server in XML over JSON",
        bar: "≥ 0.5",
        measured: withInterval(xmlSpeed),
        met: xmlSpeed.median >= 0.5,
        share: 0.5 / xmlSpeed.median,
      },
    ];
    return {
      measure: "server",
      title: "The reference server, pages of 100 rows",
      method: `A register of ${size.toLocaleString("en")} seats, queried by autocannon over ten connections, ${amount.toLocaleString("en")} requests per sample, from the start of the burst to its last response. They all ask for the same page, which our server reads and writes anew each time; the bare servers send the same body from memory and do nothing else. All share the machine with autocannon, which is busy more than half the time when it queries a bare server: that server could do more, so the servers themselves are further apart than the ratio says.`,
      bars,
      sections: [
        {
          kind: "paired",
          title: `${amount.toLocaleString("en")} requests`,
          unit: "ms",
          baseline: bareJson,
          samples,
        },
        requestsASecond(samples, amount),
        register,
        page,
      ],
    };
  },
};
