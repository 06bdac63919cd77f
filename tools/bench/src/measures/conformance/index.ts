import { median } from "simple-statistics";
import { startReferenceServer } from "../../clients/reference-server.ts";
import { atMost } from "../../report/result.ts";
import { type Measure, rounds } from "../measure.ts";
import { findSchemathesis, type Judge, ours, schemathesis, timeOf, type Verdict } from "./judges.ts";

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
    const names = Object.keys(judges);
    return {
      measure: "conformance",
      title: "The conformance suite on the reference server",
      method: `The whole suite in its own process, including start-up and reports, on a reference server with its 1,000 subjects. ${peer === undefined ? "schemathesis was not installed on this machine." : "schemathesis judges interface A with 20 examples per operation; two of its checks are off, documented status codes and acceptance of everything the schema allows, because they fail on every service of this contract, which shows no errors. It reads the OpenAPI document, where what a limit, an offset and a total mean is said in words only."}`,
      bars: [
        atMost("seconds of a full run of the suite, median", 5, seconds("our suite"), " s"),
        atMost("requests of a full run of the suite", 250, requests("our suite")),
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
      ],
    };
  },
};
