import { mkdtempDisposable, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startProcess } from "../../../../src/shared/server-process.ts";
import { realFetch } from "../../clients/contenders.ts";
import { seats, serveSeats } from "../../clients/reference-server.ts";
import { program } from "../../places.ts";
import { atMost, type Bar, type TableSection, withInterval } from "../../report/result.ts";
import { pairedSamples, type Samples } from "../../rounds/rounds.ts";
import { ratioOf, summarize } from "../../rounds/statistics.ts";
import { type Context, type Measure, rounds } from "../measure.ts";
import { burst, type Target } from "./burst.ts";

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
      ],
    };
  },
};
