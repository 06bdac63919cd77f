/**
 * How long a client waits before each retry, to the millisecond. The clock is a fake one, and stands still but for these waits:
 * nothing goes over the network, where a runtime has timers of its own. That clients read `Retry-After` is tested for each.
 */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createRegisterClient } from "../src/index.ts";

beforeEach(() => void vi.useFakeTimers({ now: Date.UTC(2026, 0, 5, 8, 0, 0, 250) }));
afterEach(() => void vi.useRealTimers());

test.each<[string, number[], options?: object, retryAfter?: string]>([
  ["back off exponentially", [500, 1_000], { random: () => 1 }],
  ["with full jitter", [50, 100], { random: () => 0.1 }],
  ["once each, if jitter ends within a millisecond", [61, 123], { random: () => 0.1234 }],
  ["for at most 8 seconds", [500, 1_000, 2_000, 4_000, 8_000, 8_000], { random: () => 1, maxRetries: 6 }],
  ["as long as Retry-After says, in seconds", [1_000, 1_000], { random: () => 0 }, "1"],
  ["no less than to back off, whatever Retry-After says", [500, 1_000], { random: () => 1 }, "0"],
  ["the longer of both", [2_000, 2_000, 2_000, 4_000], { random: () => 1, maxRetries: 4 }, "2"],
  ["not by a Retry-After in fractions of a second", [50, 100], { random: () => 0.1 }, "0.2"],
  [
    "until a date, and to back off once it is past",
    [1_750, 100],
    { random: () => 0.1 },
    "Mon, 05 Jan 2026 08:00:02 GMT",
  ],
])("waits: %s", async (_, waits, options, retryAfter) => {
  const sent: number[] = [];
  const fetch = async (): Promise<Response> => {
    sent.push(Date.now());
    return new Response("", { status: 503, headers: retryAfter === undefined ? {} : { "retry-after": retryAfter } });
  };
  const { jezik } = createRegisterClient({
    baseUrl: "https://registar.primjer.hr",
    subscriptionKey: "kljuc",
    fetch,
    ...options,
  });
  const call = expect(jezik.list()).rejects.toMatchObject({ status: 503, attempts: waits.length + 1 });
  await vi.runAllTimersAsync();
  await call;
  expect(sent.slice(1).map((at, index) => at - (sent[index] ?? 0))).toEqual(waits);
});
