import { describe, expect, test } from "vitest";
import {
  type Asking,
  type AskingOptions,
  ask,
  askingOf,
  type Received,
  rows,
  type Service,
  told,
} from "../../test/support/asking.ts";
import { answerOf, type ProbeName, type ProbeResult } from "../evidence/operation-view.ts";
import { limitOf } from "../evidence/request.ts";

const tooLarge = { problem: "too large", final: true, tooLarge: true } as const;
const tooSlow = { problem: "too slow", final: false, tooSlow: true } as const;
const notRecorded = { problem: "not recorded", final: true, unseen: true } as const;

const later = (status: number, seconds: number): Response =>
  new Response("", { status, headers: { "retry-after": String(seconds) } });

/** Returns these one after another, and then 200. */
const script =
  (...responses: (() => ReturnType<Service>)[]): Service =>
  (_, count) =>
    responses[count - 1]?.() ?? 200;
const status = (code: number) => () => code;
/** A compressed body that broke off before its first byte. */
const unreadable = (): Response => new Response("", { headers: { "content-encoding": "gzip" } });
const limitsOf = (received: readonly Received[]) => received.map(({ limit }) => limit);
/** The operations that are left alone. */
const leftAlone = ({ conversation: { patience } }: Asking) =>
  ["drzava", "gfi", "jezik", "sud"].filter((name) => patience.whyLeft(name) !== undefined);
const log = (...statuses: number[]) => statuses.map((one) => ({ operation: "other", status: one }));

describe("a request that fails is sent again", () => {
  test.for<[string, Service, string, number[], AskingOptions?]>([
    ["200", script(), "200", []],
    ["500", script(status(500)), "200, after status 500", [100]],
    ["500 and 502", script(status(500), status(502)), "200, after status 500", [100, 200]],
    ["500 three times", script(status(500), status(500), status(500)), "500", [100, 200]],
    ["404, which is no accident", script(status(404), status(404)), "404", []],
    ["404 once", script(status(404)), "200, after status 404", []],
    ["429, after which nothing was wrong", script(() => later(429, 2)), "200", [2_000]],
    ["429 and 500", script(() => later(429, 2), status(500)), "200, after status 500", [2_000, 200]],
    ["no response", script(() => new TypeError("fetch failed")), "200, after fetch failed", [100]],
    ["a body that cannot be read", script(unreadable), "200, after a body that does not decompress", []],
    ["a body that can never be read", () => unreadable(), "200, unreadable", []],
    ["the service says to wait long", () => later(503, 40), "503", []],
    ["that, but it is asked for more than the run needs", () => later(503, 40), "503", [], { isExtra: true }],
    ["no retry is left", () => 500, "500, no retry left", [], { retries: 0 }],
    ["one retry is left", () => 500, "500, no retry left", [100], { retries: 1 }],
    ["an outage, after six", () => 500, "500", [100], { log: log(200, 500, 500, 500, 500) }],
    ["no outage, as one is missing", () => 500, "500", [100, 200], { log: log(500, 500) }],
    ["an outage, after 200 before", () => 500, "500", [], { log: log(200, 500, 500, 500, 500, 500) }],
    ["no outage, as one had 200", () => 500, "500", [100, 200], { log: log(500, 200, 500, 500) }],
  ])("%s", async ([, service, result, waits, options]) => {
    const asking = askingOf(service, options);
    const { retriesLeft } = asking.conversation;
    const before = asking.conversation.patience.log.length;
    expect(told((await ask(asking, "drzava", "json")).get("json"))).toBe(result);
    expect(asking.pauses).toEqual(waits);
    expect(asking.conversation.retriesLeft).toBe(retriesLeft - asking.received.length + 1);
    expect(asking.conversation.patience.log.length - before).toBe(asking.received.length);
    expect(asking.conversation.closed).toBeUndefined();
  });
});

test("an operation that asks for a long wait is left alone, also if something else of it is to be asked again", async () => {
  const asking = askingOf((_, count) => (count === 2 ? later(429, 40) : 200));
  const results = await ask(asking, "gfi", "json", "page", "edge");
  expect([...results.values()].map(told)).toEqual(["200", "429", "none"]);
  // Not to be mistaken for an outage, which may be a refusal.
  expect(results.get("edge")).toMatchObject({ reply: { final: true } });
  expect(asking.received).toHaveLength(2);
  expect(told((await ask(asking, "gfi", "json")).get("json"))).toBe("none");
  expect(asking.conversation.retriesLeft).toBe(20);
  expect(asking.received).toHaveLength(2);
  // Another one responds, so the service does not limit everything, and may limit a second one.
  expect(told((await ask(asking, "drzava", "json")).get("json"))).toBe("200");
  expect([leftAlone(asking), asking.conversation.closed]).toEqual([["gfi"], undefined]);
});

test("an operation that asks for a long wait twice says nothing about the whole service", async () => {
  const service = ({ limit }: Received) => (limit === 1_000 ? 200 : limit < 10 ? 400 : later(429, 40));
  const asking = askingOf(service);
  const results = await ask(asking, "gfi", "json", "edge");
  expect([...results.values()].map(told)).toEqual(["200", "200, not 5"]);
  expect(asking.received.map(({ limit }) => limit)).toEqual([1_000, 5, 5, 1_000, 10]);
  expect([leftAlone(asking), asking.conversation.closed]).toEqual([["gfi"], undefined]);
});

test("a second operation that asks for a long wait ends the run, unless another one responded in between", async () => {
  const tooLong =
    "the service asks clients to wait 40 seconds (status 503, Retry-After): run again after that, with --rate";
  const asking = askingOf((_, count) => (count === 2 ? 200 : later(503, 40)));
  for (const name of ["drzava", "jezik", "sud"]) await ask(asking, name, "json");
  expect(asking.conversation.closed).toBeUndefined();
  await ask(asking, "gfi", "json");
  expect([leftAlone(asking), asking.conversation.closed]).toEqual([["drzava", "gfi", "sud"], tooLong]);
});

test.for<[string, Service, number[]]>([
  ["429", () => 429, [25]],
  ["429, and to come back at once", () => later(429, 0), []],
  ["500", () => 500, []],
])("a service that limits the rate is asked more slowly, retried or not: %s", async ([, service, waits]) => {
  const asking = askingOf(service, { retries: 0 });
  for (const name of ["drzava", "jezik", "sud"]) await ask(asking, name, "json");
  expect(asking.pauses).toEqual(waits);
});

test("the log has every attempt with a valid key that was sent", async () => {
  const asking = askingOf(
    script(status(500), () => new Error("reset")),
    { maxRequests: 4 },
  );
  await ask(asking, "drzava", "json", "noKey", "wrongKey", "xml");
  const operation = "drzava";
  expect(asking.conversation.patience.log).toEqual([
    { operation, status: 500 },
    { operation, status: undefined },
    { operation, status: 200 },
  ]);
});

describe("a request without a valid key", () => {
  test.for<[string, Service, string, number, AskingOptions?]>([
    ["is sent once", () => 401, "401", 1],
    ["is sent once, told to come back", () => later(429, 1), "429", 1],
    ["is sent once, told to come back in an hour", () => later(429, 3_600), "429", 1],
    ["is sent once, without a response", () => new Error("reset"), "none", 1],
    ["is sent once, if others got another status", () => 429, "429", 1, { log: log(503) }],
    ["is repeated if valid ones are told the same", () => later(429, 1), "429, for all", 3, { log: log(200, 429) }],
    ["cannot end the run", () => later(429, 3_600), "429, for all", 1, { log: log(429) }],
    ["is refused at last", script(() => 429, status(401)), "401", 2, { log: log(429) }],
    ["leaves it at that without a retry", () => 429, "429, no retry left, for all", 1, { log: log(429), retries: 0 }],
    ["leaves it at that in an outage", () => 429, "429, for all", 1, { log: log(429, 429, 429, 429, 429, 429) }],
    ["may be refused as everyone is: 408", () => 408, "408, for all", 1, { log: log(200, 408) }],
    ["may be refused as everyone is: 502", () => 502, "502, for all", 1, { log: log(200, 502) }],
    ["may be refused as everyone is: 503", () => 503, "503, for all", 1, { log: log(200, 503) }],
    ["may be refused as everyone is: 504", () => 504, "504, for all", 1, { log: log(200, 504) }],
    ["is refused by a 500, whoever gets it", () => 500, "500", 1, { log: log(500) }],
  ])("%s", async ([, service, result, sent, options]) => {
    const asking = askingOf(service, options);
    const before = [...asking.conversation.patience.log];
    expect(told((await ask(asking, "drzava", "noKey")).get("noKey"))).toBe(result);
    expect(asking.received).toHaveLength(sent);
    expect(asking.conversation.patience.log, "the log is of valid keys").toEqual(before);
    expect(asking.conversation.closed).toBeUndefined();
    expect(leftAlone(asking)).toEqual([]);
  });
});

describe("the first rows are asked for with smaller limits", () => {
  const none = Number.POSITIVE_INFINITY;
  /** Refuses limits above a bound, by default as a limit is refused. */
  const above =
    (bound: number, refusal = 400): Service =>
    ({ limit }) =>
      limit > bound && limit !== none ? refusal : 200;
  test.for<[string, Service, string, number[], number, AskingOptions?]>([
    ["none is refused", () => 200, "200", [1000], 1000],
    ["1000 is", above(500), "200", [1000, 101], 101],
    ["101 is", above(100), "200", [1000, 101, 100], 100],
    ["all are", above(20), "200", [1000, 101, 100, none], none],
    ["so is none", () => 400, "400", [1000, 101, 100, none], 1000],
    ["by 500, which is repeated once", above(100, 500), "200", [1000, 1000, 1000, 101, 100], 100],
    ["as more is too large", ({ limit }) => (limit > 100 ? tooLarge : 200), "200", [1000, 101, 100], 100],
    ["as more takes too long", ({ limit }) => (limit > 101 ? tooSlow : 200), "200", [1000, 1000, 1000, 101], 101],
    ["as anything is too large", () => tooLarge, "none", [1000, 101, 100, none], 1000],
    ["not by 401", () => 401, "401", [1000, 1000], 1000],
    ["not by 403", () => 403, "403", [1000, 1000], 1000],
    ["not by 404", () => 404, "404", [1000, 1000], 1000],
    ["not by 429", () => 429, "429", [1000, 1000, 1000], 1000],
    ["not by 503", () => 503, "503", [1000, 1000, 1000], 1000],
    ["not by a redirect", () => 302, "302", [1000, 1000], 1000],
    ["not without a response", () => new Error("reset"), "none", [1000, 1000, 1000], 1000],
    ["one that gets 429 is not accepted", script(status(400), () => later(429, 40)), "429", [1000, 101], 1000],
    ["from the one that others refused", () => 400, "400", [101, 100, none], 101, { width: 101 }],
    ["from the least", () => 400, "400", [100, none], 100, { width: 100 }],
    ["none is left", () => 400, "400", [none, none], none, { width: none }],
    ["not in an outage", () => 400, "400", [1000], 1000, { log: log(500, 500, 500, 500, 500) }],
    ["not without a budget", () => 400, "400, no retry left", [1000], 1000, { maxRequests: 1, retries: 0 }],
    [
      "with one more request, if no retry",
      () => 400,
      "400, no retry left",
      [1000, 101],
      1000,
      { maxRequests: 2, retries: 0 },
    ],
    ["as the recorded run was", ({ limit }) => (limit === 1000 ? notRecorded : 200), "200", [1000, 101], 101],
  ])("%s", async ([, service, result, sent, width, options]) => {
    const asking = askingOf(service, options);
    const { retriesLeft } = asking.conversation;
    const asked = (await ask(asking, "gfi", "json")).get("json");
    expect(told(asked)).toBe(result);
    expect(limitsOf(asking.received)).toEqual(sent);
    expect(asking.asker.width).toBe(width);
    expect(asking.conversation.retriesLeft).toBe(retriesLeft - sent.length + 1);
    const limit = asked?.kind === "asked" ? limitOf(asked.request) : undefined;
    expect(limit ?? none, "the request is the last one").toBe(sent.at(-1));
  });

  test("only if there are pages", async () => {
    const asking = askingOf(() => 400);
    expect(told((await ask(asking, "drzava", "json")).get("json"))).toBe("400");
    expect(limitsOf(asking.received)).toEqual([none, none]);
  });
});

describe("a page is asked for with larger limits", () => {
  const below =
    (bound: number, refusal = 400): Service =>
    ({ limit }) =>
      limit < bound ? refusal : 200;
  const ofPages =
    (refusal: number): Service =>
    ({ offset }) =>
      offset > 0 ? refusal : 200;
  test.for<[string, Service, string, number[], number, AskingOptions?]>([
    ["none is refused", () => 200, "200", [3], 1],
    ["10 is enough", below(5), "200, not 3", [3, 3, 1000, 10], 10],
    ["20 is", below(15), "200, not 3", [3, 3, 1000, 10, 20], 20],
    ["50 is", below(40), "200, not 3", [3, 3, 1000, 10, 20, 50], 50],
    ["100 is", below(70), "200, not 3", [3, 3, 1000, 10, 20, 50, 100], 100],
    ["1000 is", below(700), "200, not 3", [3, 3, 1000, 10, 20, 50, 100], 1000],
    ["no larger than the first rows", below(30), "200, not 3", [3, 3, 50, 10, 20], 50, { width: 50 }],
    ["no smaller than it was", below(15), "200, not 10", [10, 10, 1000, 20], 20, { minLimit: 10 }],
    ["the limit is not the reason", ofPages(400), "400", [3, 3, 1000], 1],
    ["nor with a status about a key", ofPages(403), "403", [3, 3], 1],
    ["a small one is not too much", below(10, 500), "500", [3, 3, 3], 1],
    ["it was accepted for the first rows", ofPages(400), "400", [3, 3], 1, { width: 3 }],
    ["no retry is left", below(5), "400, no retry left", [3, 3], 1, { retries: 1 }],
    ["one more is left, which shows the reason", below(5), "200, not 3", [3, 3, 1000], 1000, { retries: 2 }],
  ])("%s", async ([, service, result, sent, minLimit, options]) => {
    const asking = askingOf(service, options);
    const { retriesLeft } = asking.conversation;
    const asked = (await ask(asking, "gfi", "json", "page")).get("page");
    expect(told(asked)).toBe(result);
    expect(limitsOf(asking.received).slice(1)).toEqual(sent);
    expect(asking.asker.minLimit).toBe(minLimit);
    expect(asking.conversation.retriesLeft).toBe(retriesLeft - sent.length + 1);
  });

  test("as XML with those that were accepted as JSON", async () => {
    const asking = askingOf(({ xml }) => (xml ? 400 : 200));
    expect(told((await ask(asking, "gfi", "json", "page", "pageXml")).get("pageXml"))).toBe("400");
    expect(limitsOf(asking.received)).toEqual([1000, 3, 3, 3]);
  });

  test("not in an outage", async () => {
    const asking = askingOf(() => 400, { log: log(500, 500, 500, 500, 500) });
    expect(told((await ask(asking, "subjekt", "named")).get("named"))).toBe("400");
    expect(limitsOf(asking.received)).toEqual([20]);
  });
});

test.for([
  ["xml", 406, 1],
  ["xml", 415, 1],
  ["xml", 400, 2],
  ["expanded", 406, 2],
  ["timestamp", 404, 1],
  ["timestamp", 500, 1],
  ["timestamp", 429, 3],
  ["timestamp", 503, 3],
] as const)("a refusal that is fine is not repeated: %s, %d", async ([probe, refusal, sent]) => {
  const asking = askingOf(() => refusal);
  await ask(asking, "sud", probe);
  expect(asking.received).toHaveLength(sent);
});

const pagesOf = (received: readonly Received[]) => received.map(({ offset, limit }) => [offset, limit]);

test("equal requests are sent once", async () => {
  const none = Number.POSITIVE_INFINITY;
  const asking = askingOf(() => rows(2), { width: none, minLimit: none });
  const results = await ask(asking, "gfi", "json", "default", "page", "edge");
  expect(pagesOf(asking.received)).toEqual([
    [0, none],
    [1, none],
  ]);
  expect([...results.values()].map(told)).toEqual(["200", "200", "200", "200"]);
});

test("a limit that was refused is not tried again", async () => {
  const asking = askingOf(({ limit }) => (limit < 5 || limit > 500 ? 400 : rows(2)));
  await ask(asking, "gfi", "json", "xml", "page", "edge");
  expect(pagesOf(asking.received)).toEqual([
    [0, 1000],
    [0, 101],
    [0, 101],
    [1, 1],
    [1, 1],
    [1, 101],
    // This is the request for the last rows as well.
    [1, 10],
  ]);
  await ask(asking, "subjekt", "json", "page");
  expect(pagesOf(asking.received.slice(7))).toEqual([
    [0, 101],
    [1, 10],
  ]);
});

test("a probe is not asked without what it depends on", async () => {
  const asking = askingOf(() => 404);
  const results = await ask(asking, "gfi", "json", "page", "pageXml", "pastXml");
  expect(["page", "pageXml", "pastXml"].map((one) => told(results.get(one as ProbeName)))).toEqual([
    "not asked: the first rows could not be read",
    "not asked: the first rows could not be read",
    "not asked: there was no request for a page past the end",
  ]);
  expect(asking.received).toHaveLength(2);
});

test("a page is sampled by the seed and the operation", async () => {
  const pageOf = async (name: string, seed: number) => {
    const asking = askingOf(() => 200, { seed });
    await ask(asking, name, "json", "page");
    return asking.received[1]?.offset;
  };
  expect(await pageOf("gfi", 7)).toBe(await pageOf("gfi", 7));
  expect(await pageOf("gfi", 7)).not.toBe(await pageOf("gfi", 8));
  expect(await pageOf("gfi", 7)).not.toBe(await pageOf("subjekt", 7));
});

test("a body that was received before is kept and parsed once, as those of a service that ignores limits", async () => {
  const asking = askingOf(({ offset }) => rows(offset === 1 ? 29 : 30));
  const results = await ask(asking, "gfi", "json", "default", "edge", "past");
  const bodies = (of: ReadonlyMap<ProbeName, ProbeResult>): unknown[] =>
    [...of.values()].map((one) => answerOf(one)?.json);
  const [json, other] = bodies(results);
  expect(other).not.toBe(json);
  expect(bodies(results)).toEqual([json, other, json, json]);
});
