import { expect, test } from "vitest";
import { type Answer, answer, type NoAnswer, type Reply } from "../evidence/answer.ts";
import { asksTooLong, saysLater } from "../evidence/asks-to-wait.ts";
import { retryDelay } from "./conversation.ts";

const date = "Mon, 03 Mar 2025 10:00:00 GMT";
const request = { id: "", subject: "", method: "GET", url: "https://registar.primjer.hr", headers: {} } as const;
const replied = (status: number, headers: Record<string, string> = {}): Answer =>
  answer(request, status, headers, Buffer.from(""));
const silent = (final: boolean): NoAnswer => ({ kind: "no answer", request, problem: "", final });
const after = (text: string) => ({ "retry-after": text, date });

test.for<[string, Reply, (number | undefined)[]]>([
  ["no response", silent(false), [100, 200, undefined]],
  ["no response, and a retry is pointless", silent(true), [undefined]],
  ["another status", replied(499), [0, undefined, undefined]],
  ["a server error", replied(500), [100, 200, undefined]],
  ["a busy service (503)", replied(503), [200, 400, undefined]],
  ["a rate limit (429)", replied(429), [200, 400, undefined]],
  ["a rate limit with Retry-After", replied(429, after("7")), [7000, 7000, undefined]],
  ["a server error, for which Retry-After is ignored", replied(500, after("7")), [100, 200, undefined]],
  ["the longest wait", replied(503, after("30")), [30_000, 30_000, undefined]],
  ["a wait that is too long", replied(503, after("31")), [undefined]],
  ["a Retry-After date", replied(429, after("Mon, 03 Mar 2025 10:00:05 GMT")), [5000]],
  ["a Retry-After date in the past", replied(429, after("Mon, 03 Mar 2025 09:59:00 GMT")), [200]],
  ["a Retry-After date of now", replied(429, after(date)), [200]],
  ["a Retry-After that is neither", replied(429, after("soon")), [200]],
  ["Retry-After: 0", replied(429, after("0")), [200, 400, undefined]],
  ["a Retry-After shorter than the usual delay", replied(503, after("Mon, 03 Mar 2025 10:00:00 GMT")), [200, 400]],
])("the delays before retries after %s", ([, result, waits]) => {
  expect(waits.map((_, index) => retryDelay(result, index + 1))).toEqual(waits);
});

test("a service asks to come back later by 429, or by 503 with Retry-After", () => {
  expect([replied(429), replied(503, after("1"))].map(saysLater)).toEqual([true, true]);
  const others = [replied(503), replied(500, after("1")), replied(200, after("1")), silent(false)];
  expect(others.map(saysLater)).toEqual([false, false, false, false]);
});

test.for([
  ["31", "31 seconds"],
  ["119", "119 seconds"],
  ["120", "2 minutes"],
  ["121", "3 minutes"],
  ["7199", "120 minutes"],
  ["7200", "2 hours"],
  ["7201", "3 hours"],
])("a wait of %s seconds ends a run: %s", ([seconds = "", duration = ""]) => {
  expect(asksTooLong(replied(429, after(seconds)))).toBe(
    `the service asks clients to wait ${duration} (status 429, Retry-After): run again after that, with --rate`,
  );
});

test("a run goes on after a short wait, and without a Retry-After that counts", () => {
  const ones = [replied(429, after("30")), replied(429), replied(500, after("31")), silent(true)];
  expect(ones.map(asksTooLong)).toEqual([undefined, undefined, undefined, undefined]);
});
