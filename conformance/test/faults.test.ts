import { beforeAll, describe, expect, test } from "vitest";
import { type Fault, isPossible } from "../src/checks/fault.ts";
import { whyNotApplicable } from "../src/checks/requirement.ts";
import { casesSchema } from "../src/contract/cases.ts";
import { presentContract } from "../src/contract/contract.ts";
import { operations } from "../src/contract/operations.ts";
import type { Recording } from "../src/exchange/recording.ts";
import type { Report, Result } from "../src/index.ts";
import { judgeRecording, recordRun } from "../src/run/recorded-run.ts";
import { type FaultOutcome, tryFault } from "../src/self-test/self-test.ts";
import { allRequirements, applies, faults, registerRequirements } from "../src/topics/catalogue.ts";
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

/** Why a requirement is not applicable to an operation: one object is no list, and some have no XML. */
function whyNot({ requirement, subject }: Result): string | undefined {
  const judging = registerRequirements.find(({ id }) => id === requirement);
  const operation = operations.find(({ name }) => name === subject);
  return judging && operation && whyNotApplicable(judging, operation);
}

describe("a sound service", () => {
  test("trips nothing, and every requirement is judged somewhere", () => {
    expect(clean.results.filter(({ state }) => state === "fail" || state === "error")).toEqual([]);
    expect(clean.conclusion).toBe("conforms");
    const judged = new Set(clean.results.filter(({ state }) => state === "pass").map(({ requirement }) => requirement));
    const unseen = allRequirements.filter((one) => applies(one) && one.level !== "INFO" && !judged.has(one.id));
    expect(unseen).toEqual([]);
    const unjudged = clean.results.filter(({ state }) => state === "not tested" || state === "not applicable");
    const isShort = /^REG-PAGE-04 .*: it takes \d+ rows to see the default limit, but there are \d+$/;
    const others = unjudged
      .filter(({ subject }) => !lacksArguments(subject))
      .filter((one) => one.reason !== whyNot(one))
      .map(({ requirement, subject, reason }) => `${requirement} ${subject}: ${reason}`);
    expect(others.filter((one) => !isShort.test(one))).toEqual([]);
  });
});

/** What a fault breaks may not be in the contract: then it is tried on that of a page (`page-contract.test.ts`). */
const possible = faults.filter((fault) => isPossible(fault, presentContract));

/** What the contract leaves open, as the reference server has it. */
const observations: Readonly<Record<string, RegExp>> = {
  "CASE-INFO-01": /^introspection is on$/,
  "CASE-INFO-02": /^no types or fields beyond the contract$/,
  "CASE-INFO-03": /^JSON type of BigInteger: number$/,
  "CASE-INFO-04": /^(\d+) of \1 audits pass$/,
  "CASE-INFO-05": /^status 200, null without errors$/,
  "REG-INFO-01": /^the rows are (?:not sorted by any single integer field|in ascending order of \w+(?:, \w+)*)$/,
  "REG-INFO-02": /^limit=1000 returns \d+ rows?(?: of \d+)?$/,
  "REG-INFO-03": /^(?:100 rows without a limit|at least \d+ rows? without a limit, or all there are)$/,
  "REG-INFO-04": /^no x-total-count$/,
  "REG-INFO-05": /^(?:every field has a value in every row|(?:sometimes (?:null|omitted): \w+(?:, \w+)*(?:; )?)+)$/,
  "REG-INFO-06": /^no fields beyond the contract$/,
  "REG-INFO-07": /^item elements are named \w+$/,
  "REG-INFO-08": /^without a key: 401, an object with .*; with an empty key: 401, .*; with a key .*: 401, /,
  "REG-INFO-09": /^asked for JSON: application\/json; charset=utf-8; asked for XML: application\/xml; charset=utf-8$/,
  "REG-INFO-10": /^a timestamp_id that matches no published state returns status 404, an object with /,
  "REG-INFO-11": /^no rate-limit header$/,
  "REG-INFO-12": /^headers that may name the published state: etag, x-timestamp-id$/,
  "REG-INFO-13": /^only_active=true: 20 of at most 20 rows; .*; tvrtka_naziv=odgovornošću: \d+ of at most 20 rows$/,
  "REG-INFO-14": /^a limit below 5 is accepted$/,
  "REG-INFO-15": /^status 404, an object with /,
};

test("what the contract leaves open is observed of a sound service, in words", () => {
  const observed = clean.results.filter(({ state }) => state === "observed");
  const isKnown = ({ requirement, reason = "" }: Result): boolean => observations[requirement]?.test(reason) === true;
  expect(observed.filter((one) => !isKnown(one))).toEqual([]);
  const ids = allRequirements.filter((one) => one.level === "INFO" && applies(one)).map(({ id }) => id);
  expect([...new Set(observed.map(({ requirement }) => requirement))].sort()).toEqual(ids.sort());
});

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
    await expect(matrixPage()).toMatchFileSnapshot("../docs/faults.md");
  });
});

test("names of faults are unique", () => {
  expect(new Set(faults.map(({ name }) => name)).size).toBe(faults.length);
  expect(faults.length).toBeGreaterThanOrEqual(60);
});

test("every MUST and every SHOULD is tripped by a fault, and faults trip nothing else", () => {
  const judged = allRequirements.filter(({ level }) => level !== "INFO").map(({ id }) => id);
  expect([...new Set(faults.flatMap(({ trips }) => trips))].sort()).toEqual(judged.sort());
});
