import type { RunningServer } from "@court-register/reference-server";
import { expect, test } from "vitest";
import { operations } from "../src/contract/operations.ts";
import type { Fetch } from "../src/exchange/send.ts";
import { type Report, type RunEvent, runConformance } from "../src/index.ts";
import { defaultMaxRequests } from "../src/run/plan.ts";
import { judgeRecording, recordRun } from "../src/run/recorded-run.ts";
import { ask, mustFailures, serverOptions, smallServer } from "./support/targets.ts";

/** A service that returns at most so many rows at once, and changes the last row of a resource. */
function capped(cap: number, path: string, last: number, change: (row: Record<string, unknown>) => void): Fetch {
  return async (url, init) => {
    const asked = new URL(url);
    const offset = asked.searchParams.get("offset");
    if (offset !== null)
      asked.searchParams.set("limit", String(Math.min(cap, Number(asked.searchParams.get("limit") ?? cap))));
    const answer = await fetch(asked, init);
    const isJson = answer.headers.get("content-type")?.includes("json") === true;
    if (!isJson || !asked.pathname.endsWith(path) || answer.status !== 200) return answer;
    const rows: Record<string, unknown>[] = await answer.json();
    const row = rows[last - Number(offset)];
    if (row !== undefined) change(row);
    return new Response(JSON.stringify(rows), { headers: answer.headers });
  };
}

async function countOf(server: RunningServer, path: string): Promise<number> {
  const rows: unknown[] = await (await ask(server, `${path}?offset=0&limit=1000`)).json();
  return rows.length;
}

const subject = (report: Report, name: string) => report.subjects.find((one) => one.name === name);

test("a fault in the last row is found even if no total is promised and the first pages do not reach it", async () => {
  await using server = await smallServer();
  const count = await countOf(server, "/gfi");
  const events: RunEvent[] = [];
  const judge = (change: (row: Record<string, unknown>) => void): Promise<Report> =>
    runConformance({
      ...serverOptions(server),
      fetch: capped(20, "/gfi", count - 1, change),
      only: ["REG-TYPE", "REG-PAGE"],
      operations: ["gfi", "jezik"],
      onEvent: (event) => events.push(event),
    });
  const sound = await judge(() => {});
  expect(mustFailures(sound)).toEqual([]);
  expect(subject(sound, "gfi")?.total).toBe(count);
  const faulty = await judge((row) => {
    row.godina_izvjestaja = "prošle";
  });
  expect(mustFailures(faulty)).toHaveLength(1);
  expect(faulty.results.find(({ state }) => state === "fail")).toMatchObject({
    requirement: "REG-TYPE-01",
    subject: "gfi",
    findings: [{ probe: "further", expected: "an integer", found: "a string of 6 characters" }],
  });
  expect(events.filter((event) => event.type === "further").map(({ results }) => results.length)).toEqual([0, 1]);
});

test("a further page that only a retry returns could not be judged", async () => {
  await using server = await smallServer();
  const sound = capped(20, "/nowhere", 0, () => {});
  let asked = 0;
  const report = await runConformance({
    ...serverOptions(server),
    fetch: async (url, init) => {
      const { searchParams } = new URL(url);
      if (searchParams.get("limit") === "1000" && searchParams.get("offset") !== "0") asked += 1;
      return asked === 1 ? new Response("", { status: 500 }) : await sound(url, init);
    },
    only: ["REG-STATUS"],
    operations: ["gfi", "jezik"],
  });
  expect(report.conclusion).toBe("could not be judged");
  expect(report.results.filter(({ state }) => state === "error")).toMatchObject([
    { subject: "gfi", reason: "status 500, then 200 on retry: an intermittent failure" },
  ]);
});

test("a further page that is not a list is a failure, and ends the search for that end", async () => {
  await using server = await smallServer();
  const sound = capped(20, "/nowhere", 0, () => {});
  const asked: string[] = [];
  const report = await runConformance({
    ...serverOptions(server),
    fetch: async (url, init) => {
      const { searchParams } = new URL(url);
      if (searchParams.get("limit") !== "1000" || searchParams.get("offset") === "0") return await sound(url, init);
      asked.push(url);
      return new Response("{}", { headers: { "content-type": "application/json" } });
    },
    only: ["REG-JSON"],
    operations: ["gfi", "jezik"],
  });
  expect(mustFailures(report).map((text) => JSON.parse(text))).toMatchObject([
    { requirement: "REG-JSON-02", subject: "gfi", findings: [{ probe: "further", expected: "an array" }] },
  ]);
  expect(asked).toHaveLength(1);
});

test("what is left of the budget, and no more, is spent on searching for ends, picked by the seed", async () => {
  await using server = await smallServer();
  const ends = async (seed: number): Promise<string[]> => {
    const sought: string[] = [];
    const { report, recording } = await recordRun({
      ...serverOptions(server),
      fetch: capped(5, "/nowhere", 0, () => {}),
      seed,
      onEvent: (event) => event.type === "further" && sought.push(event.name),
    });
    expect(mustFailures(report)).toEqual([]);
    // Planned requests are still sent.
    expect(report.results.filter(({ reason = "" }) => /--max-requests|could not be run/.test(reason))).toEqual([]);
    expect(report.requests.sent).toBeLessThanOrEqual(defaultMaxRequests());
    // A replay requests the same pages.
    const again = await judgeRecording(recording);
    const seen = ({ subjects }: Report) => subjects.map(({ milliseconds: _, ...subject }) => subject);
    expect(seen(again)).toEqual(seen(report));
    const withoutTotal = operations
      .filter(({ paged, declaresTotal }) => paged && !declaresTotal)
      .map(({ name }) => name);
    expect(withoutTotal).toEqual(expect.arrayContaining(sought));
    return report.subjects
      .filter(({ name, total }) => withoutTotal.includes(name) && total !== undefined)
      .map(({ name }) => name);
  };
  const some = await ends(1);
  expect(some.length).toBeGreaterThan(0);
  expect(some.length).toBeLessThan(9);
  expect(await ends(2)).not.toEqual(some);
});

test("an end is not sought where the service asked for a long wait before, and others are", async () => {
  await using server = await smallServer();
  const sound = capped(5, "/nowhere", 0, () => {});
  const sought: string[] = [];
  await runConformance({
    ...serverOptions(server),
    fetch: (url, init) =>
      url.includes("/gfi?") && url.includes("timestamp_id=")
        ? Promise.resolve(new Response("", { status: 429, headers: { "retry-after": "3600" } }))
        : sound(url, init),
    only: ["REG-TYPE", "REG-INFO-10"],
    operations: ["gfi", "pravni_oblik", "jezik"],
    onEvent: (event) => event.type === "further" && sought.push(event.name),
  });
  expect(sought).toEqual(["pravni_oblik"]);
});

test.for<[string, () => Promise<Response>]>([
  ["resets the connection", () => Promise.reject(new TypeError("fetch failed"))],
  [
    "asks to come back later",
    () => Promise.resolve(new Response("", { status: 429, headers: { "retry-after": "90" } })),
  ],
])("a service that %s during the search for ends is left alone, and conforms", async ([, respond]) => {
  await using server = await smallServer();
  const sound = capped(20, "/nowhere", 0, () => {});
  const asked: string[] = [];
  const report = await runConformance({
    ...serverOptions(server),
    fetch: (url, init) => {
      const { pathname, searchParams } = new URL(url);
      const isFurther = searchParams.get("limit") === "1000" && searchParams.get("offset") !== "0";
      if (isFurther) asked.push(pathname);
      return isFurther ? respond() : sound(url, init);
    },
    clock: { now: () => performance.now(), sleep: async () => {} },
  });
  expect(mustFailures(report)).toEqual([]);
  expect(report.conclusion).toBe("conforms");
  expect(new Set(asked).size).toBe(1);
});
