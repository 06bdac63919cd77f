import { beforeAll, describe, expect, test } from "vitest";
import type { Fault } from "../src/checks/fault.ts";
import { casesSchema } from "../src/contract/cases.ts";
import { operations } from "../src/contract/operations.ts";
import type { Recording } from "../src/exchange/recording.ts";
import type { Report } from "../src/index.ts";
import { judgeRecording, recordRun } from "../src/run/recorded-run.ts";
import { type FaultOutcome, tryFault } from "../src/self-test/self-test.ts";
import { allRequirements, applies, faults } from "../src/subjects/catalogue.ts";
import { matrixPage } from "./docs-pages.ts";
import { largeBudget, serverOptions, smallServer } from "./support/targets.ts";

let recording: Recording;
let clean: Report;

/** Each fault is tried once, by the first test that needs it: any of them can be run alone. */
const tried = new Map<Fault, Promise<FaultOutcome>>();
function outcomeOf(fault: Fault): Promise<FaultOutcome> {
  const outcome = tried.get(fault) ?? tryFault(recording, fault, clean);
  tried.set(fault, outcome);
  return outcome;
}

beforeAll(async () => {
  await using server = await smallServer();
  ({ recording } = await recordRun({ ...serverOptions(server), maxRequests: largeBudget }));
  clean = await judgeRecording(recording);
});

/** Whether a query field takes arguments for which the suite has no values. */
const lacksArguments = (field: string): boolean =>
  field !== "predmet" && (casesSchema.getQueryType()?.getFields()[field]?.args ?? []).length > 0;

describe("a sound service", () => {
  test("trips nothing, and every requirement is judged somewhere", () => {
    expect(clean.results.filter(({ state }) => state === "fail" || state === "error")).toEqual([]);
    expect(clean.conclusion).toBe("conforms");
    const judged = new Set(clean.results.filter(({ state }) => state === "pass").map(({ requirement }) => requirement));
    const unseen = allRequirements.filter((one) => applies(one) && one.level !== "INFO" && !judged.has(one.id));
    expect(unseen).toEqual([]);
    const unjudged = clean.results.filter(({ state }) => state === "not tested" || state === "not applicable");
    const isShort = /^REG-PAGE-04 .*: it takes 102 rows to see the default limit, but there are \d+$/;
    const others = unjudged
      .filter(({ subject }) => !lacksArguments(subject))
      .map(({ requirement, subject, reason }) => `${requirement} ${subject}: ${reason}`);
    expect(others.filter((one) => !isShort.test(one))).toEqual([]);
  });
});

/** What a fault breaks may have gone from the contract: then it cannot be tried, and docs/faults.md says so. */
const possible = faults.filter(({ at }) => at === undefined || operations.some(at));

describe("every fault trips its requirements and no others", () => {
  test.for(possible)("$name: $about", async (fault) => {
    const outcome = await outcomeOf(fault);
    expect(outcome.reason).toBeUndefined();
    expect(outcome.tripped).toEqual([...fault.trips].sort());
    if (fault.at === undefined) return;
    // With another seed: at another operation, row and field.
    const moved = await tryFault(recording, fault, clean, 11);
    expect(moved.reason).toBeUndefined();
    expect(moved.tripped, `at ${moved.where}`).toEqual([...fault.trips].sort());
  });

  test("docs/faults.md is up to date", async () => {
    const outcomes: FaultOutcome[] = [];
    for (const fault of possible) outcomes.push(await outcomeOf(fault));
    await expect(matrixPage(outcomes)).toMatchFileSnapshot("../docs/faults.md");
  });
});

test("names of faults are unique", () => {
  expect(new Set(faults.map(({ name }) => name)).size).toBe(faults.length);
  expect(faults.length).toBeGreaterThanOrEqual(60);
});

test("every MUST and every SHOULD is tripped by a fault, and faults trip nothing else", () => {
  const judged = allRequirements.filter(({ level }) => level !== "INFO").map(({ id }) => id);
  expect([...new Set(faults.flatMap(({ trips }) => trips))].sort()).toEqual(judged.sort());
  const tripped = new Set(possible.flatMap(({ trips }) => trips));
  const untripped = allRequirements.filter((one) => applies(one) && one.level !== "INFO" && !tripped.has(one.id));
  expect(untripped.map(({ id }) => id)).toEqual([]);
});
