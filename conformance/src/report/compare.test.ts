import { expect, test } from "vitest";
import { emptyReport } from "../../test/support/empty-report.ts";
import type { ResultState } from "../evidence/outcome.ts";
import { UsageError } from "../shared/usage-error.ts";
import { compareReports, mergeChanges, parseReport } from "./compare.ts";
import { completeReport, type Report } from "./report.ts";

const report = (results: readonly (readonly [requirement: string, state: ResultState, reason?: string])[]): Report =>
  completeReport({
    ...emptyReport,
    results: results.map(([requirement, state, reason]) => ({
      requirement,
      subject: "sud",
      state,
      ...(reason && { reason }),
    })),
  });
const changes = (before: Report, after: Report): string[] => compareReports(before, after).map(({ text }) => text);

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
  expect(changes(before, after)).toEqual([
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

test("changes of many results that say the same are merged, and counted", () => {
  const operations = ["sud", "drzava", "jezik", "gfi"];
  const alike = ["REG-KEY-01", "REG-KEY-02"].flatMap((id) =>
    operations.map((name) => `${id} on ${name}: pass → fail (body: expected no data, found status 200 and 7 items)`),
  );
  expect(
    mergeChanges([
      ...alike,
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

test("what is no report is refused, and the message says where it is wrong: people write reasons into a baseline", () => {
  const written = report([["REG-JSON-01", "not tested", "no rows"]]);
  const [result] = written.results;
  const one = {
    ...written,
    requests: { ...written.requests, most: 1 },
    results: [{ ...result, expires: "2026-12-31" }],
  };
  expect(parseReport(JSON.stringify(one), "b.json")).toEqual(one);
  const refused = (text: string): string => {
    try {
      return parseReport(text, "b.json").verdict;
    } catch (error) {
      return error instanceof UsageError ? error.message : String(error);
    }
  };
  const start = "b.json is not a report.json of this suite: ";
  expect(refused("null")).toBe(`${start}it must be object`);
  expect(refused('{"schema":1}')).toBe(`${start}it must have required property 'suite'`);
  expect(refused('{\n  "schema": 1,\n}')).toMatch(/: it holds text .*, not valid JSON at line 3, column 1$/);
  const edited = (change: object): string => refused(JSON.stringify({ ...one, ...change }));
  expect(edited({ schema: 2 })).toBe(`${start}/schema must be equal to constant: 1`);
  expect(edited({ results: [{ ...result, expires: "31.12.2026." }] })).toContain(
    "/results/0/expires must match pattern",
  );
  expect(edited({ results: [{ ...result, expired: "2026-12-31" }] })).toBe(
    `${start}/results/0 must NOT have additional properties: expired`,
  );
  expect(edited({ results: [{ ...result, state: "failed" }] })).toMatch(
    /: \/results\/0\/state must be equal to one of /,
  );
});
