import { expect, test } from "vitest";
import { ask, askingOf } from "../../test/support/asking.ts";
import type { Result } from "../report/result.ts";
import type { Asking } from "./ask.ts";
import { lookAgain } from "./second-look.ts";

const failed = (requirement: string, found: string): Result => ({
  requirement,
  subject: "drzava",
  state: "fail",
  findings: [{ probe: "json", at: "status", expected: "200", found, curl: "" }],
});

/** Why a failure by that status is none, if it is none, after something has happened to the service or the run. */
async function whyExcused(status: number, later: number | Error, happens: (asking: Asking) => void): Promise<unknown> {
  let next: number | Error = status;
  const { asking } = askingOf(() => next, { spare: 50 });
  const asked = await ask(asking, "drzava", "json");
  next = later;
  happens(asking);
  const result = failed("REG-STATUS-01", String(status));
  return (await lookAgain(asking, [{ results: [result], probe: "json", asked }])).get(result);
}

const wait = "the service asks clients to wait 60 minutes";
const nothing = (): void => {};
const leaves = ({ waits }: Asking): void => void waits.set("drzava", wait);
const closes = ({ exchange }: Asking): void => exchange.close(wait);
const spends = ({ spare }: Asking): void => {
  spare.left = 0;
};

test.for<[status: number, later: number | Error, happens: (asking: Asking) => void, why: unknown]>([
  [503, 200, nothing, "then 200 after the other operations: an intermittent failure"],
  [500, 200, nothing, "then 200 after the other operations: an intermittent failure"],
  [503, 503, nothing, undefined],
  [503, 500, nothing, undefined],
  // What may be about the rate, and cannot be asked again, is not known to be wrong.
  [
    503,
    200,
    spends,
    expect.stringMatching(/^and no request budget left to ask again: try --rate, or --max-requests \d+$/),
  ],
  [503, 200, leaves, `and no response when asked again: ${wait}`],
  [503, 200, closes, `and no response when asked again: ${wait}`],
  [503, new Error("socket hang up"), nothing, "and no response when asked again: socket hang up"],
  [500, 200, spends, undefined],
  [500, 200, leaves, undefined],
  [500, new Error("socket hang up"), nothing, undefined],
])("a status %i, then %s: %o: %s", async ([status, later, happens, why]) => {
  expect(await whyExcused(status, later, happens)).toEqual(why);
});

test("without a retry left, each such failure is excused; what is asked again says nothing about an outage", async () => {
  const { asking } = askingOf(() => 503, { spare: 2 });
  const asked = await ask(asking, "drzava", "json");
  const results = ["REG-STATUS-01", "REG-PATH-01"].map((id) => failed(id, "503"));
  const wrong = results.map((result) => ({ results: [result], probe: "json" as const, asked }));
  expect([...(await lookAgain(asking, wrong)).keys()]).toEqual(results);
  asking.spare.left = 10;
  const before = asking.diary.length;
  expect((await lookAgain(asking, wrong)).size).toBe(0);
  expect(asking.diary).toHaveLength(before);
});
