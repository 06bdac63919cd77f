import { expect, test } from "vitest";
import { type Answer, answer, type NoAnswer } from "../exchange/answer.ts";
import { asksTooLong, saysLater, waitBeforeAgain } from "./again.ts";

const date = "Mon, 03 Mar 2025 10:00:00 GMT";
const request = { id: "", method: "GET", url: "https://registar.primjer.hr", headers: {} } as const;
const replied = (status: number, headers: Record<string, string> = {}): Answer =>
  answer(request, status, headers, Buffer.from(""));
const silent = (final: boolean): NoAnswer => ({ kind: "no answer", request, problem: "", final });
const after = (text: string) => ({ "retry-after": text, date });

test.for<[string, Answer | NoAnswer, (number | undefined)[]]>([
  ["no answer", silent(false), [100, 200, undefined]],
  ["no answer that will ever come", silent(true), [undefined]],
  ["a status of the service's own", replied(404), [0, undefined, undefined]],
  ["an error of the server's", replied(500), [100, 200, undefined]],
  ["a busy service", replied(503), [200, 400, undefined]],
  ["a limited rate", replied(429), [200, 400, undefined]],
  ["a limited rate, with a wait", replied(429, after("7")), [7000, 7000, undefined]],
  ["an error of the server's, with a wait that is not its own", replied(500, after("7")), [100, 200, undefined]],
  ["the longest wait", replied(503, after("30")), [30_000, 30_000, undefined]],
  ["a wait that is too long", replied(503, after("31")), [undefined]],
  ["a wait until a time", replied(429, after("Mon, 03 Mar 2025 10:00:05 GMT")), [5000]],
  ["a wait until a time that is over", replied(429, after("Mon, 03 Mar 2025 09:59:00 GMT")), [200]],
  ["a wait that is no number", replied(429, after("soon")), [200]],
  ["no wait at all", replied(429, after("0")), [0, 0, undefined]],
])("%s is waited for as long as this", ([, result, waits]) => {
  expect(waits.map((_, index) => waitBeforeAgain(result, index + 1))).toEqual(waits);
});

test("a service says that it will answer later by 429, or by 503 with a time", () => {
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
])("a wait of %s seconds ends a run: %s", ([seconds = "", told = ""]) => {
  expect(asksTooLong(replied(429, after(seconds)))).toBe(
    `the service asks clients to wait ${told} (status 429, Retry-After): run again after that, with --rate`,
  );
});

test("a wait that is short, or that nothing says, ends no run", () => {
  const ones = [replied(429, after("30")), replied(429), replied(500, after("31")), silent(true)];
  expect(ones.map(asksTooLong)).toEqual([undefined, undefined, undefined, undefined]);
});
