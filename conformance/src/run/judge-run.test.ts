import { expect, test } from "vitest";
import type { Result } from "../report/result.ts";
import { judgeRun, type RunEvidence } from "./judge.ts";

/** The results of a run in which operations alone showed these. */
const whole = (results: Result[], more: Partial<RunEvidence> = {}): Result[] =>
  judgeRun({
    results,
    further: [],
    rowChanges: { keepsOrder: true, changed: new Set() },
    statuses: new Map(),
    ...more,
  }).results;

const failed = (requirement: string, subject: string, probe: string, at: string, found = "404"): Result => ({
  requirement,
  subject,
  state: "fail",
  findings: [{ probe, at, expected: "something", found, curl: "" }],
  findingCount: 1,
});

test("if no operation returns XML, and several were asked, it was requested in the wrong way", () => {
  const [one, other] = ["sud", "jezik"].map((name) => failed("REG-XML-08", name, "xml", "body"));
  if (one === undefined || other === undefined) throw new Error("there are two");
  expect(whole([one])).toEqual([one]);
  const broken: Result = { requirement: "REG-XML-08", subject: "gfi", state: "error", reason: "no answer" };
  const sound: Result = { requirement: "REG-JSON-01", subject: "sud", state: "pass" };
  const reason = "no operation returned XML when asked this way: set --xml-by";
  expect(whole([one, other, broken, sound])).toEqual([
    { requirement: "REG-XML-08", subject: "sud", state: "not tested", reason },
    { requirement: "REG-XML-08", subject: "jezik", state: "not tested", reason },
    broken,
    sound,
  ]);
});

test("if all operations return markup instead of JSON, only data without a key is a failure", () => {
  const markup = (subject: string, found = "an HTML page, not valid JSON at line 1, column 1"): Result => ({
    requirement: "REG-JSON-01",
    subject,
    state: "fail",
    findings: [{ probe: "json", at: "body", expected: "a JSON text", found, curl: "" }],
  });
  const [total, key] = ["REG-TOTAL-01", "REG-KEY-01"].map((id) => failed(id, "sud", "json", "body"));
  if (total === undefined || key === undefined) throw new Error("there are two");
  const all = [markup("sud"), markup("jezik", "markup, not valid JSON at line 1, column 1"), total, key];
  const results = whole(all);
  expect(results.map(({ state }) => state)).toEqual(["error", "error", "error", "fail"]);
  expect(results[2]?.reason).toMatch(/is --base-url right, or does --xml-by have to say how to ask\?$/);
  const others: Result[] = [
    { requirement: "REG-JSON-01", subject: "gfi", state: "pass" },
    markup("gfi", "plain text, not valid JSON at line 1, column 1"),
    failed("REG-STATUS-01", "gfi", "page", "body"),
  ];
  for (const other of others) expect(whole([...all, other])).toEqual([...all, other]);
  expect(whole([markup("sud"), total])).toEqual([markup("sud"), total]);
});

test("what a further page shows takes the place of a pass or an error, and a failure stays as it was first seen", () => {
  const own: Result[] = [
    { requirement: "REG-TYPE-01", subject: "gfi", state: "pass" },
    failed("REG-JSON-02", "gfi", "json", "body"),
  ];
  const further = ["REG-TYPE-01", "REG-JSON-02"].map((id) => failed(id, "gfi", "further", "body"));
  expect(whole(own, { further })).toEqual([further[0], own[1]]);
});
