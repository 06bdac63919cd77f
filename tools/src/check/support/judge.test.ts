import { setTimeout as after } from "node:timers/promises";
import { stripVTControlCharacters } from "node:util";
import { describe, expect, test } from "vitest";
import { headlineOf, judge, show, summary, type Trial, type Verdict } from "./judge.ts";

const key = "tajni-kljuc-7c1f";

const trial = (name: string, play: Trial["play"], steps = false): Trial => ({
  name,
  parts: ["fetch", "axios"],
  steps,
  play,
});

async function verdicts(trials: readonly Trial[], atOnce = 2): Promise<Verdict[]> {
  const all: Verdict[] = [];
  for await (const verdict of judge(trials, { key, folder: "/tmp/x", atOnce, status() {} })) all.push(verdict);
  return all;
}

const failures = async (play: Trial["play"]): Promise<Verdict["failures"]> =>
  (await verdicts([trial("Node 22", play)])).flatMap((verdict) => verdict.failures);

describe("judge", () => {
  test("has no failures if every package finishes", async () => {
    const found = await verdicts([trial("Node 22", async () => "passed: all")]);
    expect(found).toMatchObject([{ trial: { name: "Node 22" }, failures: [] }]);
    expect(summary("The packages work on all 1", 1, [], 3)).toBe("The packages work on all 1 (3 s).");
  });

  test("names the trial, the package and what happened", async () => {
    const found = await verdicts([
      trial("Node 22", async (name) => {
        if (name === "axios")
          throw new Error("failed: a walk over pages: Error: expected 3, got 2\n  at /tmp/x/x.js:1");
        return "passed: all";
      }),
    ]);
    expect(found[0]?.failures).toMatchObject([
      { trial: "Node 22", name: "axios", headline: "failed: a walk over pages: Error: expected 3, got 2" },
    ]);
    expect(found.map((verdict) => stripVTControlCharacters(show(verdict))).join()).toMatch(
      /^FAIL Node 22 .*✓ fetch {2}✗ axios\n {5}axios: failed: a walk over pages: .*\n {7}\| {3}at x.js:1$/,
    );
    expect(stripVTControlCharacters(summary("All work", 23, found[0]?.failures ?? [], 3))).toBe(
      "Failed on 1 of 23 (3 s):\n  Node 22: axios: failed: a walk over pages: Error: expected 3, got 2",
    );
  });

  test("if parts are steps, none runs after one that failed", async () => {
    const tried: string[] = [];
    const steps = trial(
      "an example",
      async (name) => {
        tried.push(name);
        throw new Error("error: no");
      },
      true,
    );
    const [verdict] = await verdicts([steps]);
    expect(tried).toEqual(["fetch"]);
    expect(verdict && stripVTControlCharacters(show(verdict))).toMatch(/ {3}✗ fetch\n/);
  });

  test("a printed key is a failure, and is not printed again", async () => {
    const found = await failures(async () => `headers: { key: "${key}" }\npassed: all`);
    expect(found.map(({ headline }) => headline)).toEqual(
      Array(2).fill('the key is printed: headers: { key: "<key>" }'),
    );
    expect(JSON.stringify(found)).not.toContain(key);
  });

  test("a key is also found in the output of a failure", async () => {
    const found = await failures(async () => {
      throw new Error(`failed: one list call: ${key}`);
    });
    expect(found[0]?.headline).toBe("the key is printed: failed: one list call: <key>");
  });

  test("yields verdicts in the order of the trials, with limited concurrency", async () => {
    let running = 0;
    let most = 0;
    const slow = (name: string, ms: number): Trial =>
      trial(name, async () => {
        most = Math.max(most, ++running);
        await after(ms);
        running--;
        return "";
      });
    const found = await verdicts([slow("a", 20), slow("b", 1), slow("c", 1), slow("d", 1)]);
    expect(found.map((verdict) => verdict.trial.name)).toEqual(["a", "b", "c", "d"]);
    expect(most).toBe(2);
  });
});

test.each([
  ["x.js:1\n\nfailed: a court case: boom\n", "failed: a court case: boom"],
  ["node:internal\n  Error [ERR_X]: no exports\n at y", "Error [ERR_X]: no exports"],
  ["rest.ts(1,2): error TS4111: no", "rest.ts(1,2): error TS4111: no"],
  ["\n something\n", "something"],
  ["Build failed with 1 error:\na.ts:1:55: ERROR: Could not resolve", "a.ts:1:55: ERROR: Could not resolve"],
  ["", "it printed nothing"],
])("the headline of %j", (output, line) => {
  expect(headlineOf(output)).toBe(line);
});
