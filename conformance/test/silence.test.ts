import { serve } from "@court-register/tools/local-server";
import { expect, test } from "vitest";
import { operations } from "../src/contract/operations.ts";
import { exitCode } from "../src/index.ts";
import { recordRun } from "../src/run/record.ts";
import { judgeRecording } from "../src/run/replay.ts";
import { servedKey, serveRecording } from "./support/serve-recording.ts";
import { enough } from "./support/targets.ts";
import { failures, fastClock, judge, judgeThrough, recorded } from "./support/through.ts";

test("a service that never responds is an error", async () => {
  await using server = await serve(() => {});
  const report = await judge(server.url, { timeout: 50 });
  expect(report.stopped).toContain("no complete response within 0.05 s");
  expect(exitCode(report)).toBe(2);
});

test("a service that falls silent halfway is not asked hundreds of times more", async () => {
  let silent = 0;
  const report = await judgeThrough(
    (_, _response, count) => {
      if (count < 120) return false;
      silent += 1;
      return true;
    },
    { timeout: 200 },
  );
  // Six at the first operation, and one each at the next three; a request without a key may come before them.
  expect(silent).toBeLessThan(15);
  expect(report.stopped).toMatch(/^the last 9 requests got no response: no complete response within 0\.2 s/);
  expect(report.counts.pass).toBeGreaterThan(100);
  expect(failures(report)).toEqual([]);
  expect(exitCode(report)).toBe(2);
});

test.for(["sjediste", "gfi", "vrsta_gfi_dokumenta"])(
  "an operation that alone never responds is an error after six requests, and the others are judged: %s",
  async (name) => {
    let silent = 0;
    const report = await judgeThrough(
      (request) => {
        const isSilent = request.url?.split("?")[0] === `/javni/${name}`;
        if (isSilent) silent += 1;
        return isSilent;
      },
      { timeout: 200 },
    );
    expect(silent).toBe(6);
    expect(report.stopped).toBeUndefined();
    const errors = report.results.filter(({ state }) => state === "error");
    expect(new Set(errors.map(({ subject }) => subject))).toEqual(new Set([name]));
    expect(errors.map(({ reason }) => reason)).toContainEqual(
      expect.stringMatching(/^the last 6 requests got no response: no complete response within 0\.2 s/),
    );
    expect(failures(report)).toEqual([]);
    expect(exitCode(report)).toBe(2);
  },
);

test("a service that never responds to requests for XML alone is asked for it nine times, and JSON is judged", async () => {
  const asked = { with: 0, without: 0 };
  await using server = await serveRecording(await recorded(), ({ headers }) => {
    if (headers.accept !== "application/xml") return false;
    const key = headers["ocp-apim-subscription-key"] === servedKey ? "with" : "without";
    asked[key] += 1;
    return key === "with";
  });
  const options = { baseUrl: server.url, key: servedKey, seed: 7, only: ["REG"], timeout: 200, maxRequests: enough };
  const { report, recording } = await recordRun(options);
  // Six at the first operation, and one each at the next three. Only one without a key can show whether it gets data.
  expect(asked).toEqual({ with: 9, without: operations.length });
  expect(report.stopped).toBeUndefined();
  expect(failures(report)).toEqual([]);
  expect(exitCode(report)).toBe(2);
  const of = (id: string) => report.results.filter(({ requirement }) => requirement === id);
  expect(new Set(of("REG-JSON-01").map(({ state }) => state))).toEqual(new Set(["pass"]));
  const reasons = of("REG-XML-01").map(({ state, reason }) => `${state}: ${reason}`);
  expect(new Set(reasons.slice(4))).toEqual(
    new Set(["error: the last 9 requests for XML got no response: no complete response within 0.2 s (--timeout)"]),
  );
  expect((await judgeRecording(recording)).results).toEqual(report.results);
});

test("a service that falls silent when failures are asked about again is not asked dozens of times more", async () => {
  let isSilent = false;
  let silent = 0;
  const report = await judgeThrough(
    ({ headers }, response) => {
      if (isSilent) silent += 1;
      else if (headers.accept === "application/xml") response.writeHead(500).end();
      else return false;
      return true;
    },
    {
      ...fastClock(),
      timeout: 200,
      maxRequests: 1_000,
      onEvent: (event) => {
        if (event.type === "operation" && event.name === operations.at(-1)?.name) isSilent = true;
      },
    },
  );
  // Three at each of two operations, and one each at the next two.
  expect(silent).toBe(8);
  expect(report.stopped).toContain("the last 8 requests got no response");
});
