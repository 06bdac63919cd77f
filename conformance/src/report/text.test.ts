import fc from "fast-check";
import { expect, test } from "vitest";
import { Screen } from "#kit/screen";
import { emptyReport } from "../../test/support/empty-report.ts";
import type { Level } from "../checks/requirement.ts";
import { htmlReport } from "./html.ts";
import { completeReport, levelsOf } from "./report.ts";
import type { Result } from "./result.ts";
import { printSummary, textReporter } from "./text.ts";
import { mergeNumbers, untestedReasons } from "./words.ts";

/** What is printed of the results of operations, one after another. */
function printedResults(...operations: readonly (readonly Result[])[]): string[] {
  const texts: string[] = [];
  const lines = new Screen({ write: (text) => texts.push(text.trim()) });
  const print = textReporter(lines, new Map<string, Level>([["REG-SEEN-01", "SHOULD"]]));
  for (const results of operations) {
    const name = results[0]?.subject ?? "";
    print({ type: "operation", name, path: `/${name}`, results });
  }
  return texts.filter((text) => !text.includes("GET"));
}

/** What is printed of operations whose requirements fail: the requirement, where, and what was found. */
const printed = (...operations: readonly (readonly (readonly [string, string, string])[])[]): string[] =>
  printedResults(
    ...operations.map((failures, index) =>
      failures.map(([requirement, at, found]): Result => {
        const subject = `list${index + 1}`;
        const finding = { probe: "json", at, expected: `the root ${subject}Array`, found, curl: `curl ${subject}` };
        return { requirement, subject, state: "fail", findings: [finding] };
      }),
    ),
  );

test("what fails on many operations is printed in full on the first, whatever the row and the number of rows", () => {
  const failures = (at: string, rows: string) => [
    ["REG-KEY-01", "body", `status 200 and ${rows}`] as const,
    ["REG-TYPE-02", at, "a number"] as const,
    ["REG-SEEN-01", "body", "null"] as const,
  ];
  expect(printed(failures("/0/naziv", "300 items"), failures("/12/naziv", "1 item"))).toEqual([
    "✗ REG-KEY-01 MUST body: expected the root list1Array, found status 200 and 300 items",
    "the contract, 5: A request without a valid key gets no data.",
    "curl list1",
    "✗ REG-TYPE-02 MUST /0/naziv: expected the root list1Array, found a number",
    expect.stringMatching(/^the contract, 2\.2: The table lists the fields of each resource, /),
    "curl list1",
    "✗ REG-SEEN-01 SHOULD body: expected the root list1Array, found null",
    "curl list1",
    "✗ REG-KEY-01, REG-TYPE-02 MUST, ✗ REG-SEEN-01 SHOULD as on list1",
  ]);
});

test("a failure names the other places that fail, and is printed in full again where there are more", () => {
  const fails = (subject: string, findingCount: number, ...places: string[]): Result[] => {
    const finding = { probe: "json", at: "/0/id", expected: "a value", found: "nothing", curl: `curl ${subject}` };
    return [{ requirement: "REG-NULL-01", subject, state: "fail", findings: [finding], findingCount, places }];
  };
  expect(
    printedResults(
      fails("sud", 12, "/*/id"),
      fails("gfi", 12, "/*/id", "/*/a"),
      fails("drzava", 14, "/*/id", "/*/a", "/*/b", "/*/c", "/*/d"),
      fails("jezik", 9, "/*/id", "/*/a"),
    ).filter((text) => text.startsWith("✗")),
  ).toEqual([
    "✗ REG-NULL-01 MUST /0/id: expected a value, found nothing (and 11 more findings)",
    "✗ REG-NULL-01 MUST /0/id: expected a value, found nothing (and 11 more findings, also at /*/a)",
    "✗ REG-NULL-01 MUST /0/id: expected a value, found nothing (and 13 more findings, also at /*/a, /*/b and 2 more)",
    "✗ REG-NULL-01 MUST as on gfi",
  ]);
});

test("another status, field or requirement is another failure, and each refers to where it was printed", () => {
  const first = ["REG-STATUS-01", "status", "500"] as const;
  const others = [
    ["REG-STATUS-01", "status", "404"],
    ["REG-STATUS-02", "status", "404"],
    ["REG-STATUS-02", "/0/a", "404"],
  ] as const;
  const lines = printed([first], others, [first, ...others]);
  expect(lines.filter((line) => line.startsWith("curl"))).toEqual(
    ["list1", "list2", "list2", "list2"].map((name) => `curl ${name}`),
  );
  expect(lines.slice(-2)).toEqual([
    "✗ REG-STATUS-01 MUST as on list1",
    "✗ REG-STATUS-01, REG-STATUS-02, REG-STATUS-02 MUST as on list2",
  ]);
});

test("the line of an operation has the mark of its worst result, and counts what was judged", () => {
  const texts: string[] = [];
  const levels = new Map<string, Level>([
    ["MUST", "MUST"],
    ["SHOULD", "SHOULD"],
    ["INFO", "INFO"],
  ]);
  const print = textReporter(new Screen({ write: (text) => texts.push(text.slice(0, -1)) }), levels);
  const of = (requirement: string, state: Result["state"]): Result => ({ requirement, subject: "sud", state });
  const untested = [of("MUST", "not tested"), of("INFO", "error")];
  const passed = [...untested, of("MUST", "pass"), of("SHOULD", "pass")];
  const broken = [...passed, of("SHOULD", "fail"), of("SHOULD", "error")];
  for (const results of [untested, passed, [...passed, of("SHOULD", "fail")], broken, [...broken, of("MUST", "fail")]])
    print({ type: "operation", name: "sud", path: "/sud", results });
  expect(texts.filter((text) => text.includes("GET")).map((text) => text.replace(/ +/g, " "))).toEqual([
    "– GET /sud 0 passed, 1 not tested",
    "✓ GET /sud 2 passed, 1 not tested",
    "✓ GET /sud 2 passed, 1 failed, 1 not tested",
    "! GET /sud 2 passed, 1 failed, 1 error, 1 not tested",
    "✗ GET /sud 2 passed, 2 failed, 1 error, 1 not tested",
  ]);
});

test("an observation that failed is neither counted nor among the errors", () => {
  const of = (requirement: string, state: Result["state"]): Result => ({
    requirement,
    subject: "sud",
    state,
    reason: `${state} ${requirement}`,
  });
  const results = (["error", "not tested"] as const).flatMap((state) => [
    of("REG-A-01", state),
    of("REG-INFO-01", state),
  ]);
  results.push(of("REG-INFO-02", "observed"));
  const levels = ["REG-A-01 MUST", "REG-INFO-01 INFO", "REG-INFO-02 INFO"].map((one) => one.split(" "));
  const requirements = levels.map(([id = "", level]) => ({ id, level: level as Level, title: "", section: "" }));
  const report = completeReport({ ...emptyReport, requirements, results });
  expect(report.counts).toMatchObject({ error: 1, "not tested": 1, observed: 1 });
  expect(report.verdict).toContain("1 error ");
  const texts: string[] = [];
  const lines = new Screen({ write: (text) => texts.push(text.trim()) });
  const event = { type: "operation", name: "sud", path: "/sud", results } as const;
  textReporter(lines, levelsOf(report))(event);
  expect(texts[0]).toMatch(/0 passed, 1 error, 1 not tested$/);
  expect(texts.slice(1)).toEqual(["! error REG-A-01 (REG-A-01)"]);
  texts.length = 0;
  printSummary(lines, report);
  expect(texts.filter((text) => text.includes("not tested:"))).toEqual([
    "1 not tested: not tested REG-A-01 (REG-A-01)",
  ]);
  expect(htmlReport({ ...report, subjects: [{ name: "sud", interface: "A", path: "/sud", rows: 0 }] })).toContain(
    '<span class="error">1 error</span> <span class="not-tested">1 not tested</span>',
  );
});

test("what the whole run changes is printed once for all operations and requirements, with its reason", () => {
  const texts: string[] = [];
  const print = textReporter(new Screen({ write: (text) => texts.push(text.slice(0, -1)) }), new Map());
  const of = (subject: string, more: Pick<Result, "state" | "reason">): Result => ({
    requirement: "REG-XML-08",
    subject,
    ...more,
  });
  const untested = { state: "not tested", reason: "no operation returned XML" } as const;
  const other: Result = { ...of("sud", untested), requirement: "REG-XML-06" };
  print({
    type: "changed",
    results: [of("sud", untested), of("gfi", { state: "pass" }), of("jezik", untested), other],
  });
  expect(texts).toEqual([
    "– REG-XML-08, REG-XML-06 on sud, jezik, after the whole run: not tested: no operation returned XML",
    "✓ REG-XML-08 on gfi, after the whole run: pass",
  ]);
});

test("a run of GraphQL alone names no operations", () => {
  const texts: string[] = [];
  const print = textReporter(new Screen({ write: (text) => texts.push(text.slice(0, -1)) }), new Map());
  const start = { type: "start", baseUrl: "https://registar.primjer.hr", planned: 19, most: 250, seed: 7 } as const;
  print({ ...start, operations: 0 });
  print({ ...start, operations: 1 });
  expect(texts).toEqual([
    "Judging https://registar.primjer.hr: 19 requests (at most 250), seed 7",
    "Judging https://registar.primjer.hr: 1 operation, 19 requests (at most 250), seed 7",
  ]);
});

test("a summary has the verdict in a colour of its own, and the eight most common reasons for what was not judged", () => {
  const summary = (more: readonly Result["state"][], reasons: number): string[] => {
    const texts: string[] = [];
    const untested = Array.from({ length: reasons }, (_, index) => String.fromCharCode(97 + index));
    const result = (id: string, state: Result["state"]): Result => ({
      requirement: id,
      subject: "sud",
      state,
      reason: `no ${id}`,
    });
    const results = [...more.map((state) => result("MUST", state)), ...untested.map((id) => result(id, "not tested"))];
    const requirements = [{ id: "MUST", level: "MUST" as const, title: "", section: "" }];
    printSummary(
      new Screen({ write: (text) => texts.push(text.slice(0, -1)) }, { FORCE_COLOR: "1" }),
      completeReport({ ...emptyReport, requirements, results }),
    );
    return texts;
  };
  const colour = (...states: Result["state"][]): string | undefined =>
    /^.\[(\d+)m/.exec(summary(states, 0).at(-1) ?? "")?.[1];
  expect([colour("pass"), colour("pass", "fail"), colour("error")]).toEqual(["32", "31", "33"]);
  const reasons = (count: number): string[] =>
    summary(["pass", "observed"], count).filter((text) => / no |more/.test(text));
  expect(reasons(8)).toHaveLength(8);
  expect(reasons(8)[0]).toContain("1 not tested: no a (a)");
  expect(reasons(9)).toHaveLength(9);
  expect(reasons(10)[8]).toContain("2 not tested for 2 more reasons, in the report");
});

test("as many results as a report counts as not tested or not applicable are listed with their reasons", () => {
  const result = fc.record({
    requirement: fc.constantFrom("REG-A-01", "REG-A-02", "REG-INFO-01"),
    subject: fc.constantFrom("sud", "gfi", "jezik"),
    state: fc.constantFrom<Result["state"]>("pass", "not tested", "not applicable", "observed"),
    reason: fc.constantFrom("no rows", "1 row", "2 rows", "limit is 3", "GraphQL"),
  });
  const requirements = (["REG-A-01", "REG-A-02", "REG-INFO-01"] as const).map((id) => ({
    id,
    level: id === "REG-INFO-01" ? ("INFO" as const) : ("MUST" as const),
    title: "",
    section: "",
  }));
  fc.assert(
    fc.property(fc.array(result), fc.integer({ min: 0, max: 5 }), (results, shown) => {
      const report = completeReport({ ...emptyReport, requirements, results });
      for (const lines of [untestedReasons(report, shown), untestedReasons(report, Number.POSITIVE_INFINITY)]) {
        for (const state of ["not tested", "not applicable"] as const) {
          const counts = lines.flatMap((line) =>
            [...line.matchAll(/(?:^|and )(\d+) (not tested|not applicable)/g)].flatMap(([, count, of]) =>
              of === state ? Number(count) : [],
            ),
          );
          expect(counts.reduce((sum, count) => sum + count, 0)).toBe(report.counts[state]);
        }
      }
    }),
  );
});

test("numbers inside names are kept", () => {
  expect(mergeNumbers(["see REG-XML-08: oznaka_2 on 5", "see REG-XML-08: oznaka_2 on 6"])).toBe(
    "see REG-XML-08: oznaka_2 on 5 or 6",
  );
});

test("a failure that the baseline accepts has its reason, and not the mark of a new one", () => {
  const texts: string[] = [];
  const screen = new Screen({ write: (text) => texts.push(text.trimEnd()) });
  const known: Result = { requirement: "REG-KEY-01", subject: "sud", state: "fail" };
  const print = textReporter(screen, new Map<string, Level>(), ({ requirement }) =>
    requirement === known.requirement ? { ...known, accepted: "known since\nspring" } : undefined,
  );
  print({ type: "operation", name: "sud", path: "/sud", results: [known] });
  expect(texts.map((text) => text.replace(/\s+/g, " ").trim())).toEqual([
    "– GET /sud 0 passed, 1 failed (1 accepted)",
    "– REG-KEY-01 fails, accepted by the baseline: known since\\u000aspring",
  ]);
  const report = completeReport({ ...emptyReport, results: [{ ...known, accepted: "known since spring" }] });
  texts.length = 0;
  printSummary(screen, report);
  expect(texts.join("\n")).toContain("  – REG-KEY-01 on sud fails, accepted by the baseline: known since spring");
  expect(texts.join("\n")).not.toContain("✗");
  expect(htmlReport(report)).toContain('<span class="state accepted">fail, accepted</span>');
});
