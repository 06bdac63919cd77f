import { median } from "simple-statistics";
import { startProcess } from "../../../src/shared/server-process.ts";
import { faults, noFault } from "../harness/faults.ts";
import {
  findSchemathesis,
  type Judge,
  judgeConforming,
  ours,
  schemathesis,
  timeOf,
  type Verdict,
} from "../harness/judges.ts";
import { type Context, type Measure, rounds } from "../harness/measure.ts";
import { program } from "../harness/places.ts";
import { startReferenceServer } from "../harness/reference-server.ts";
import { atMost, type LinesSection, pointsAt } from "../harness/result.ts";
import { figureOf, pairedSamples } from "../harness/rounds.ts";

const proxy = program("faulty-proxy");

/** Which faults each judge finds. */
async function findFaults(
  context: Context,
  url: string,
  judges: Record<string, Judge>,
): Promise<(string | number)[][]> {
  // A judge that fails on the proxy itself would find every fault.
  await using control = await startProcess(proxy, [url, noFault]);
  for (const judge of Object.values(judges)) await timeOf(judge, control.url, 1);
  const rows: (string | number)[][] = [];
  const names = Object.keys(faults).filter((name) => name !== noFault);
  for (const name of context.quick ? names.slice(0, 1) : names) {
    context.log(`fault: ${name}`);
    await using broken = await startProcess(proxy, [url, name]);
    const row = [name];
    for (const judge of Object.values(judges))
      row.push((await judge(broken.url, false)).conforms ? "**not found**" : "found");
    rows.push(row);
  }
  return rows;
}

/** The suite on registers of several sizes, in the same rounds. */
async function grow(context: Context): Promise<LinesSection[]> {
  const sizes = context.quick ? [100, 1_000] : [1_000, 10_000, 100_000];
  await using servers = new AsyncDisposableStack();
  const judged: Record<string, () => Promise<Verdict>> = {};
  for (const size of sizes) {
    context.log(`a register of ${size} subjects`);
    const { url } = servers.use(await startReferenceServer(["--rows", String(size)]));
    judged[size] = () => judgeConforming(ours, url);
  }
  const verdicts = await pairedSamples(judged, { rounds: context.quick ? 1 : 10, warmUp: 1, random: context.random });
  const line = (title: string, y: string, figure: (verdict: Verdict) => number): LinesSection => {
    const samples = figureOf(verdicts, figure);
    const points = sizes.flatMap((size) => pointsAt(size, { "our suite": samples[size] ?? [] }));
    return { kind: "lines", title, x: "subjects", y, points };
  };
  return [
    line("The suite as the register grows", "seconds", ({ seconds }) => seconds),
    {
      ...line("Requests of the suite as the register grows", "requests", ({ requests }) => requests),
      note: "The same runs. The suite reads short lists in full and long ones in part, so that it stays within its request budget.",
    },
  ];
}

export const measure: Measure = {
  name: "conformance",
  about: "the conformance suite against schemathesis, if that is installed",
  async run(context) {
    const found = findSchemathesis();
    if ("missing" in found) context.log(`schemathesis is left out: ${found.missing}`);
    const peer = "version" in found ? `schemathesis ${found.version}` : undefined;
    const judges: Record<string, Judge> = {
      "our suite": ours,
      ...(peer === undefined ? {} : { [peer]: schemathesis }),
    };
    await using server = await startReferenceServer();
    const times: Record<string, Verdict[]> = {};
    for (const [name, judge] of Object.entries(judges)) {
      times[name] = await timeOf(judge, server.url, rounds(context, name === peer ? 1 : 100));
    }
    const secondsOf = (name: string): number[] => times[name]?.map(({ seconds }) => seconds) ?? [];
    const seconds = (name: string): number => median(secondsOf(name));
    const requests = (name: string): number => Math.max(...(times[name]?.map(({ requests }) => requests) ?? []));
    const growth = await grow(context);
    const table = await findFaults(context, server.url, judges);
    const names = Object.keys(judges);
    return {
      measure: "conformance",
      title: "The conformance suite on the reference server",
      method: `The whole suite in its own process, including start-up and reports, on a reference server with its 1,000 subjects. Then a proxy gives the same server one fault at a time. We chose the faults. ${peer === undefined ? "schemathesis was not installed on this machine." : "schemathesis judges interface A with 20 examples per operation; two of its checks are off, documented status codes and acceptance of everything the schema allows, because they fail on every service of this contract, which shows no errors. It reads the OpenAPI document, where what a limit, an offset and a total mean is said in words only."}`,
      bars: [
        atMost("seconds of a full run of the suite, median", 5, seconds("our suite"), " s"),
        atMost("requests of a full run of the suite", 250, requests("our suite")),
        {
          what: "faults found",
          bar: `${table.length} of ${table.length}`,
          measured: `${table.filter(([, ours]) => ours === "found").length}`,
          met: table.every(([, ours]) => ours === "found"),
        },
      ],
      sections: [
        {
          kind: "table",
          title: "A run on the server as it is",
          note: `Our suite: ${times["our suite"]?.length} runs, one after the other.${peer === undefined ? "" : " schemathesis: one run, after them, not alternating with them; its test cases are counted, each at least one request."}`,
          samples: Object.fromEntries(names.map((name) => [`${name}, seconds`, secondsOf(name)])),
          columns: ["", "seconds, median", "requests"],
          rows: names.map((name) => [name, seconds(name), requests(name)]),
        },
        ...growth,
        {
          kind: "table",
          title: "Faults",
          note: "One run of each suite on each fault.",
          columns: ["fault", ...names],
          rows: table,
        },
      ],
    };
  },
};
