import { serve } from "@court-register/tools/local-server";
import { expect, test } from "vitest";
import { operations } from "../src/contract/operations.ts";
import { answer } from "../src/evidence/answer.ts";
import type { Send } from "../src/exchange/send.ts";
import { exitCode, type RunEvent, type RunOptions } from "../src/index.ts";
import { defaultMaxRequests, makePlan } from "../src/run/plan.ts";
import { judgeRecording, recordRun } from "../src/run/recorded-run.ts";
import { runWith } from "../src/run/run.ts";
import { recordedService } from "../src/self-test/recorded-service.ts";
import { servedAccess } from "./support/access.ts";
import { largeBudget } from "./support/targets.ts";
import { failures, fastClock, judge, recorded } from "./support/through.ts";

/** A request as the service sees it. */
interface Asked {
  operation: string;
  xml: boolean;
  hasKey: boolean;
}

/** What a service does with a request: nothing, a status of its own, or else what was recorded. */
type Service = (asked: Asked, count: number) => "silence" | number | undefined;

const timedOut = "no complete response within 30 s (--timeout)";

/**
 * The options to judge the recorded service without a network and without real time, so that nothing depends on how busy this machine
 * is: a request that gets no response fails at once as it would after the timeout.
 */
async function through(service: Service): Promise<{ options: RunOptions; send: Send }> {
  const { baseUrl } = (await recorded()).log._run;
  const sound = recordedService(await recorded());
  let count = 0;
  return {
    options: { ...fastClock(), baseUrl, ...servedAccess, seed: 7, only: ["REG"] },
    send: async (request) => {
      const { operation, as, key } = request.asks ?? {};
      count += 1;
      const own = service({ operation: operation?.name ?? "", xml: as === "xml", hasKey: key === "valid" }, count);
      if (own === "silence") return { kind: "no answer", request, problem: timedOut, final: false, tooSlow: true };
      return own === undefined ? await sound(request) : answer(request, own, {}, Buffer.from(""));
    },
  };
}

test("a service that never responds is an error", async () => {
  await using server = await serve(() => {});
  const report = await judge(server.url, { timeout: 50 });
  expect(report.stopped).toContain("no complete response within 0.05 s");
  expect(exitCode(report)).toBe(2);
});

/** The first, a paged and the last operation: they differ in what is asked before and after. */
const silentOnes = [
  operations[0],
  operations.find(({ paged, declaresTotal }) => paged && !declaresTotal),
  operations.at(-1),
];

test.for(silentOnes.map((one, index) => [one?.name ?? "", index === 1 ? largeBudget : defaultMaxRequests()] as const))(
  "an operation that alone never responds is an error after six requests, and the others are judged: %s of %i",
  async ([name, maxRequests]) => {
    let silent = 0;
    const { options, send } = await through(({ operation }) => {
      if (operation !== name) return undefined;
      silent += 1;
      return "silence";
    });
    const report = await runWith({ send }, { ...options, maxRequests });
    expect(silent).toBe(6);
    expect(report.stopped).toBeUndefined();
    const errors = report.results.filter(({ state }) => state === "error");
    expect(new Set(errors.map(({ subject }) => subject))).toEqual(new Set([name]));
    expect(errors.map(({ reason }) => reason)).toContainEqual(`the last 6 requests got no response: ${timedOut}`);
    expect(failures(report)).toEqual([]);
    expect(exitCode(report)).toBe(2);
  },
);

test("a service that falls silent halfway is not asked hundreds of times more", async () => {
  let silent = 0;
  const { options, send } = await through((_, count) => {
    if (count < 120) return undefined;
    silent += 1;
    return "silence";
  });
  const report = await runWith({ send }, options);
  // Six in a row leave an operation alone, and one at each of the next three ends the run; more if it fell silent in the middle of one.
  expect(silent).toBeGreaterThanOrEqual(9);
  expect(silent).toBeLessThanOrEqual(14);
  expect(report.stopped).toBe(`the last ${silent} requests got no response: ${timedOut}`);
  expect(report.counts.pass).toBeGreaterThan(100);
  expect(failures(report)).toEqual([]);
  expect(exitCode(report)).toBe(2);
});

test("a service that never responds to requests for XML alone is asked for it nine times, and JSON is judged", async () => {
  const asked = { with: 0, without: 0 };
  const { options, send } = await through(({ xml, hasKey }) => {
    if (!xml) return undefined;
    asked[hasKey ? "with" : "without"] += 1;
    return hasKey ? "silence" : undefined;
  });
  const { report, recording } = await recordRun({ ...options, maxRequests: largeBudget }, send);
  // Six at the first operation, and one each at the next three. Only one without a key can show whether it gets data.
  expect(asked).toEqual({ with: 9, without: operations.length });
  expect(report.stopped).toBeUndefined();
  expect(failures(report)).toEqual([]);
  expect(exitCode(report)).toBe(2);
  const of = (id: string) => report.results.filter(({ requirement }) => requirement === id);
  expect(new Set(of("REG-JSON-01").map(({ state }) => state))).toEqual(new Set(["pass"]));
  const reasons = of("REG-XML-01").map(({ state, reason }) => `${state}: ${reason}`);
  expect(new Set(reasons.slice(4))).toEqual(
    new Set([`error: the last 9 requests for XML got no response: ${timedOut}`]),
  );
  expect((await judgeRecording(recording)).results).toEqual(report.results);
});

test("a service that falls silent when failures are asked about again is not asked dozens of times more", async () => {
  let isSilent = false;
  let silent = 0;
  const { options, send } = await through(({ xml }) => {
    if (!isSilent) return xml ? 500 : undefined;
    silent += 1;
    return "silence";
  });
  const last = makePlan(options).operations.at(-1)?.name;
  const onEvent = (event: RunEvent): void => {
    if (event.type === "operation" && event.name === last) isSilent = true;
  };
  const report = await runWith({ send }, { ...options, maxRequests: 1_000, onEvent });
  // Three at each of two operations, and one each at the next two.
  expect(silent).toBe(8);
  expect(report.stopped).toContain("the last 8 requests got no response");
});
