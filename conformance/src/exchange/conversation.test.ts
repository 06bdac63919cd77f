import { serve } from "@court-register/tools/local-server";
import { expect, test } from "vitest";
import { fastClock } from "../../test/support/through.ts";
import { saysLater } from "../evidence/asks-to-wait.ts";
import { Conversation } from "./conversation.ts";
import { type Fetch, sender } from "./send.ts";

const request = { id: "one", subject: "", method: "GET", url: "https://registar.primjer.hr", headers: {} } as const;

const plan = { planned: 0 };

const sent = (fetch: Fetch) => sender({ fetch, timeout: 30_000, redact: (text) => text });

const talkTo = (fetch: Fetch): Conversation =>
  new Conversation({ ...plan, send: sent(fetch), clock: fastClock().clock, maxRequests: 3 });

/** The pauses between requests with these responses. */
async function pausesBetween(statuses: readonly number[], rate?: number): Promise<number[]> {
  const { clock } = fastClock();
  const times: number[] = [];
  const conversation = new Conversation({
    ...plan,
    send: sent(async () => new Response("[]", { status: statuses[times.push(clock.now()) - 1] ?? 200 })),
    clock,
    rate,
    maxRequests: statuses.length,
  });
  // Retried or not, a 429 says that requests come too fast.
  for (const _ of statuses) await conversation.ask(request, { isToRepeat: saysLater, isGivenUp: () => true });
  return times.slice(1).map((time, index) => time - (times[index] ?? 0));
}

const many = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);

test("each refusal doubles the pause, up to a second, and good responses halve it again, down to none", async () => {
  const pauses = await pausesBetween([...many(8, 429), ...many(50, 200)]);
  // The pause after a request is set before its response is known.
  expect(pauses.slice(0, 8)).toEqual([0, 25, 50, 100, 200, 400, 800, 1000]);
  expect([...new Set(pauses.slice(8))]).toEqual([1000, 500, 250, 125, 62.5, 31.25, 15.625, 0]);
  expect(pauses.at(-1)).toBe(0);
});

test("a server error between good responses starts the count again", async () => {
  const pauses = await pausesBetween([429, 429, ...many(6, [200, 200, 200, 200, 500]).flat()]);
  expect(pauses.slice(2)).toEqual(many(29, 50));
});

test("the pause does not get shorter than the rate that was asked for", async () => {
  const pauses = await pausesBetween([429, 429, ...many(30, 200)], 600);
  expect([...new Set(pauses)]).toEqual([100, 200, 400]);
  expect(pauses.at(-1)).toBe(100);
});

test("a conversation that has ended sends nothing, and says why it was closed first", async () => {
  const conversation = talkTo(async () => new Response("[]"));
  await conversation.send(request);
  expect([conversation.sent, conversation.left, conversation.closed]).toEqual([1, 2, undefined]);
  conversation.close("the service asks to wait");
  conversation.close("another reason");
  expect([conversation.sent, conversation.left, conversation.closed]).toEqual([1, 0, "the service asks to wait"]);
  expect(await conversation.send(request)).toMatchObject({
    problem: "the service asks to wait",
    final: true,
    unseen: true,
  });
  expect(conversation.sent).toBe(1);
});

test("a body of more than 16 MiB is not read to its end, nor asked for again", async () => {
  let chunks = 0;
  const long = new ReadableStream({
    pull(controller) {
      chunks += 1;
      controller.enqueue(new Uint8Array(1024 * 1024));
      if (chunks === 20) controller.close();
    },
  });
  const conversation = talkTo(async () => new Response(long));
  const result = await conversation.send(request);
  expect(result).toMatchObject({
    kind: "no answer",
    problem: "a body of more than 16 MiB or 500,000 values",
    final: true,
    tooLarge: true,
  });
  expect(chunks).toBeLessThan(20);
});

test("no timer outlives its request, which would keep a program alive", async () => {
  const timers = (): number => process.getActiveResourcesInfo().filter((kind) => kind === "Timeout").length;
  const conversation = talkTo(async () => new Response("[]"));
  const before = timers();
  await conversation.send(request);
  expect(timers()).toBe(before);
});

test("whitespace around a header's value is not part of it", async () => {
  await using server = await serve((_, response) => response.writeHead(200, { "x-total-count": "  640 \t" }).end("[]"));
  const result = await talkTo(fetch).send({ ...request, url: server.url });
  expect(result).toMatchObject({ headers: { "x-total-count": "640" } });
});

test("the time until each response is counted for its subject", async () => {
  const { clock } = fastClock();
  const fetch: Fetch = async () => {
    await clock.sleep(20);
    return new Response("[]");
  };
  const conversation = new Conversation({ ...plan, send: sent(fetch), clock, maxRequests: 3 });
  for (const subject of ["gfi", "sudovi", "gfi"]) await conversation.send({ ...request, subject });
  expect(["gfi", "sudovi", "schema"].map((one) => conversation.spentOn(one))).toEqual([40, 20, 0]);
});
