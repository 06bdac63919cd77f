import { expect, test } from "vitest";
import type { State } from "../evidence/outcome.ts";
import { compareReports, mergeChanges, parseReport } from "./compare.ts";
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
    ["SEEN-BEFORE", "observed", "a header"],
    ["SILENT", "not tested", "no rows"],
    ["SHOWN", "not tested", "no rows"],
    ["BROKEN", "pass"],
    ["WORSE", "pass"],
  ]);
  const after = report([
    ["BETTER", "pass"],
    ["NEW", "pass"],
    ["SEEN", "observed", "50 rows"],
    ["AS-SEEN", "observed", "100 rows"],
    ["SEEN-NOW", "observed", "a header"],
    ["SILENT", "not tested", "one row"],
    ["SHOWN", "observed", "100 rows"],
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
    "SHOWN on sud: not tested → observed (100 rows)",
    "GONE on sud: pass → absent",
  ]);
});

test("a failure at other places than before is a change; one of a report without places is not", () => {
  const fails = (places?: readonly string[]): Report => ({
    ...report([]),
    results: [{ requirement: "MUST", subject: "sud", state: "fail", ...(places && { places }) }],
  });
  const before = fails(["/*/id", "/*/naziv"]);
  expect(compareReports(before, fails(["/*/naziv", "/*/id"]))).toEqual([]);
  expect(compareReports(before, fails(["/*/id", "status", "body"]))).toEqual([
    "MUST on sud: fail, now at status, body too",
    "MUST on sud: fail, no longer at /*/naziv",
  ]);
  expect(compareReports(fails(), before)).toEqual([]);
});

test("changes of many results that say the same are merged, and counted", () => {
  const operations = ["sud", "drzava", "jezik", "gfi"];
  const changes = ["REG-KEY-01", "REG-KEY-02"].flatMap((id) =>
    operations.map((name) => `${id} on ${name}: pass → fail (body: expected no data, found status 200 and 7 items)`),
  );
  expect(
    mergeChanges([
      ...changes,
      "REG-JSON-01 on gfi: fail → pass",
      "CASE-TYPE-06 on posljednjeAzuriranje: pass → not tested (no address was given (--graphql-url))",
      "REG-STATUS-01 on sud: pass → fail (status: expected 200, found 500)",
      "REG-STATUS-01 on gfi: pass → fail (status: expected 200, found 404)",
    ]),
  ).toEqual([
    "REG-KEY-01, REG-KEY-02 on sud, drzava and 2 more: pass → fail (body: expected no data, found status 200 and 7 items); 8 results",
    "REG-JSON-01 on gfi: fail → pass",
    "CASE-TYPE-06 on posljednjeAzuriranje: pass → not tested (no address was given (--graphql-url))",
    "REG-STATUS-01 on sud, gfi: pass → fail (status: expected 200, found 404 or 500); 2 results",
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
