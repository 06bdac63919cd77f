import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import autocannon from "autocannon";
import { realFetch } from "../harness/contenders.ts";
import { type Context, type Measure, rounds, summary } from "../harness/measure.ts";
import { key, serveSeats } from "../harness/reference-server.ts";
import { atMost, type Bar, type LinesSection } from "../harness/result.ts";
import { pairedRounds, type Samples } from "../harness/rounds.ts";
import { startProcess } from "../harness/server-process.ts";
import { pairedRatios } from "../harness/statistics.ts";

const bytesServer = fileURLToPath(new URL("../processes/bytes-server.ts", import.meta.url));
const json = "application/json";
const xml = "application/xml";

interface Target {
  url: string;
  accept: string;
}

/** Sends a burst of requests over ten connections. */
async function burst({ url, accept }: Target, amount: number): Promise<void> {
  const headers = { accept, "Ocp-Apim-Subscription-Key": key };
  // It notices its own end at the next sample only: by default a second later.
  const options = { url, headers, amount, connections: 10, bailout: 1, sampleInt: 10 };
  const { errors, non2xx, timeouts } = await autocannon(options);
  if (errors + non2xx + timeouts > 0) throw new Error(`${url}: ${non2xx} refused, ${errors} errors of ${amount}.`);
}

const seats = (root: string, offset: number): string => `${root}/javni/sjediste?offset=${offset}&limit=100`;

/** The bytes of an answer, in a file that a bare server can send. */
async function keepBytes({ url, accept }: Target, file: string): Promise<void> {
  const response = await realFetch(url, { headers: { accept, "Ocp-Apim-Subscription-Key": key } });
  const type = response.headers.get("content-type");
  if (!response.ok || !type?.startsWith(accept)) throw new Error(`${url}: status ${response.status}, ${type}`);
  await writeFile(file, new Uint8Array(await response.arrayBuffer()));
}

async function race(context: Context, size: number): Promise<Samples> {
  const folder = await mkdtemp(join(tmpdir(), "court-register-bytes-"));
  try {
    await using server = await serveSeats(size);
    const first = { url: seats(server.url, 0), accept: json };
    await keepBytes(first, join(folder, "page.json"));
    await keepBytes({ ...first, accept: xml }, join(folder, "page.xml"));
    await using bareJson = await startProcess(bytesServer, [join(folder, "page.json"), json]);
    await using bareXml = await startProcess(bytesServer, [join(folder, "page.xml"), xml]);
    const targets: Record<string, Target> = {
      "bare node:http, JSON": { url: bareJson.url, accept: json },
      "bare node:http, XML": { url: bareXml.url, accept: xml },
      "JSON at offset 0": first,
      "JSON at nine tenths": { url: seats(server.url, 0.9 * size), accept: json },
      "XML at offset 0": { ...first, accept: xml },
    };
    const amount = context.quick ? 20 : 200;
    const calls = Object.entries(targets).map(([name, target]) => [name, () => burst(target, amount)]);
    return await pairedRounds(Object.fromEntries(calls), {
      rounds: rounds(context, 100),
      repeat: 1,
      warmUp: 3,
      random: context.random,
    });
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** A page at nine tenths of registers of several sizes. */
async function grow(context: Context, sizes: readonly number[]): Promise<LinesSection> {
  const points: LinesSection["points"] = [];
  for (const size of sizes) {
    await using server = await serveSeats(size);
    for (const accept of [json, xml]) {
      const target = { url: seats(server.url, 0.9 * size), accept };
      const samples = await pairedRounds(
        { page: () => burst(target, 100) },
        {
          rounds: rounds(context, 10),
          warmUp: 1,
          random: context.random,
        },
      );
      points.push({ series: accept, x: size, y: summary(context, samples.page ?? []).median / 100 });
    }
  }
  return { kind: "lines", title: "A page of 100 rows as the register grows", x: "rows", y: "ms a request", points };
}

export const measure: Measure = {
  name: "server",
  about: "pages of the reference server beside a server that only sends bytes",
  async run(context) {
    const size = context.quick ? 1_000 : 1_000_000;
    context.log(`a register of ${size} seats`);
    const samples = await race(context, size);
    const ratio = (name: string, base: string): number =>
      summary(context, pairedRatios(samples[name] ?? [], samples[base] ?? [])).median;
    const xmlSpeed = 1 / ratio("XML at offset 0", "JSON at offset 0");
    context.log("registers of other sizes");
    const lines = await grow(context, context.quick ? [100, 1_000] : [1_000, 10_000, 100_000, size]);
    const bars: Bar[] = [
      atMost(
        "time of a page at nine tenths over one at offset 0",
        1.2,
        ratio("JSON at nine tenths", "JSON at offset 0"),
      ),
      {
        what: "requests a second in XML over those in JSON",
        bar: "≥ 0.5",
        measured: xmlSpeed.toFixed(2),
        met: xmlSpeed >= 0.5,
      },
    ];
    return {
      measure: "server",
      title: "The reference server, pages of 100 rows",
      method: `A register of ${size.toLocaleString("en")} seats, asked by autocannon over ten connections, 200 requests a sample; the bare servers send the very bytes of the same answers and do nothing else. All share the machine with the one who asks.`,
      bars,
      sections: [
        {
          kind: "paired",
          title: "200 requests",
          unit: "ms",
          baseline: "bare node:http, JSON",
          samples,
          informative: true,
        },
        lines,
      ],
    };
  },
};
