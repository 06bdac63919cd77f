import { expect, test } from "vitest";
import type { State } from "../requirements/requirement.ts";
import { compareReports, parseReport } from "./compare.ts";
import type { Report } from "./report.ts";

const report = (results: readonly (readonly [requirement: string, state: State, reason?: string])[]): Report =>
  parseReport(
    JSON.stringify({
      schema: 1,
      verdict: "",
      results: results.map(([requirement, state, reason]) => ({ requirement, subject: "sud", state, reason })),
    }),
    "old.json",
  );

test("a comparison lists first what is worse, then what is better, new, gone or observed differently", () => {
  const before = report([
    ["BETTER", "fail"],
    ["GONE", "pass"],
    ["SEEN", "observed", "100 rows"],
    ["AS-SEEN", "observed", "100 rows"],
    ["SILENT", "not tested", "no rows"],
    ["BROKEN", "pass"],
    ["WORSE", "pass"],
  ]);
  const after = report([
    ["BETTER", "pass"],
    ["NEW", "pass"],
    ["SEEN", "observed", "50 rows"],
    ["AS-SEEN", "observed", "100 rows"],
    ["SILENT", "not tested", "one row"],
    ["BROKEN", "error", "no response"],
    ["WORSE", "fail"],
    ["NEW-AND-WRONG", "fail"],
  ]);
  expect(compareReports(before, after)).toEqual([
    "BROKEN on sud: pass → error (no response)",
    "WORSE on sud: pass → fail",
    "NEW-AND-WRONG on sud: absent → fail",
    "BETTER on sud: fail → pass",
    "NEW on sud: absent → pass",
    "SEEN on sud: now observed differently: 100 rows → 50 rows",
    "GONE on sud: pass → absent",
  ]);
});

test.for([
  "null",
  "{}",
  '{"schema":2,"verdict":"","results":[]}',
  '{"schema":1,"results":[]}',
  '{"schema":1,"verdict":"","results":[{"subject":"sud","state":"pass"}]}',
  '{"schema":1,"verdict":"","results":[{"requirement":"MUST","state":"pass"}]}',
  '{"schema":1,"verdict":"","results":[{"requirement":"MUST","subject":"sud"}]}',
])("not a report: %s", (text) => {
  expect(() => parseReport(text, "old.json")).toThrow("old.json is not a report.json");
});
