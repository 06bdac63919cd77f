import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Screen } from "#kit/screen";
import schema from "../report.schema.json" with { type: "json" };
import { operations } from "../src/contract/operations.ts";
import { readXml, type XmlElement } from "../src/evidence/xml.ts";
import { exitCode, type Report, writeReports } from "../src/index.ts";
import { applyBaseline, makeBaseline } from "../src/report/baseline.ts";
import { compareReports, parseReport } from "../src/report/compare.ts";
import { annotations, jobSummary } from "../src/report/github.ts";
import { htmlReport } from "../src/report/html.ts";
import { junitReport } from "../src/report/junit.ts";
import { completeReport, isJudged, levelsOf } from "../src/report/report.ts";
import { printSummary, textReporter } from "../src/report/text.ts";
import { judgeRecording, recordRun } from "../src/run/recorded-run.ts";
import { recordedService } from "../src/self-test/recorded-service.ts";
import { placeFault } from "../src/self-test/self-test.ts";
import { seededRandom } from "../src/shared/random.ts";
import { faults } from "../src/topics/catalogue.ts";
import { shellAccess } from "./support/access.ts";
import { serverOptions, smallServer } from "./support/targets.ts";

let sound: Report;
let faulty: Report;
let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "conformance-reports-"));
  await using server = await smallServer();
  const { recording } = await recordRun({ ...serverOptions(server), audits: false });
  sound = await judgeRecording(recording);
  const fault = faults.find(({ name }) => name === "root-in-lower-case");
  if (fault === undefined) throw new Error("the fault of this test is gone");
  const drzava = operations.find(({ name }) => name === "drzava");
  const placed = placeFault(fault, recordedService(recording), {
    operation: drzava,
    random: seededRandom(1, ""),
    width: 1000,
  });
  faulty = await judgeRecording(recording, placed.send);
});
afterAll(() => rm(directory, { recursive: true }));

const all = (element: XmlElement, name: string): XmlElement[] => [
  ...(element.name === name ? [element] : []),
  ...element.children.flatMap((child) => all(child, name)),
];

describe("report.json", () => {
  test.for(["sound", "faulty", "accepted"] as const)("follows its schema: %s", (which) => {
    const validate = new Ajv2020({ strict: false }).compile(schema);
    const accepted = applyBaseline(faulty, makeBaseline(faulty), "b.json");
    validate({ sound, faulty, accepted }[which]);
    expect(validate.errors).toBeNull();
  });

  test("names the root expected and the root found, and a command that repeats the request without the key", () => {
    const [failure, ...others] = faulty.results.filter(({ state }) => state === "fail");
    expect(others).toEqual([]);
    expect(failure).toMatchObject({
      requirement: "REG-XML-02",
      subject: "drzava",
      findings: [{ at: "/drzavaarray", expected: "the root drzavaArray", found: "the root drzavaarray" }],
    });
    expect(failure?.findings?.[0]?.curl).toContain(shellAccess);
    expect(exitCode(faulty)).toBe(1);
  });
});

test("junit.xml has failure and skipped elements, and counts that add up", async () => {
  const files = await writeReports(faulty, directory);
  const xml = readXml(await readFile(files.junit, "utf8"));
  expect(xml.ok).toBe(true);
  if (!xml.ok) return;
  const judged = faulty.results.filter((result) => isJudged(levelsOf(faulty), result));
  expect(all(xml.root, "testsuite")).toHaveLength(faulty.subjects.length);
  expect(all(xml.root, "testcase")).toHaveLength(judged.length);
  expect(all(xml.root, "failure")).toHaveLength(1);
  expect(all(xml.root, "skipped")).toHaveLength(
    judged.filter(({ state }) => state === "not tested" || state === "not applicable").length,
  );
  const text = await readFile(files.junit, "utf8");
  // The schema of Jenkins' xUnit plugin refuses `skipped` here.
  expect(text).toMatch(
    new RegExp(`^<testsuites name="[^"]*" tests="${judged.length}" failures="1" errors="0" time="[\\d.]+">$`, "m"),
  );
  const sum = (name: string): number =>
    Array.from(text.matchAll(new RegExp(`<testsuite .* ${name}="(\\d+)"`, "g")), ([, count]) => Number(count)).reduce(
      (a, b) => a + b,
    );
  expect([sum("tests"), sum("failures"), sum("errors")]).toEqual([judged.length, 1, 0]);
  expect(sum("skipped")).toBe(all(xml.root, "skipped").length);
  expect(text).toContain('<failure message="/drzavaarray: expected the root drzavaArray, found the root drzavaarray">');
  expect(all(xml.root, "failure")[0]?.text).toContain("\ncurl -si ");
  for (const { name, milliseconds = 0 } of faulty.subjects)
    expect(text).toMatch(new RegExp(`<testsuite name="${name}" [^>]* time="${milliseconds / 1000}">`));
});

test("junit.xml has the same cases whether an observation could be made or not", () => {
  const made = { requirement: "REG-INFO-01", subject: "sud", state: "observed" as const, reason: "by id" };
  const results = [{ requirement: "REG-JSON-01", subject: "sud", state: "pass" as const }, made];
  const missing = results.map((one) => (one === made ? { ...made, state: "not tested" as const } : one));
  const text = junitReport(completeReport({ ...sound, results }));
  expect(text).toContain('tests="1" failures="0" errors="0" skipped="0"');
  expect(junitReport(completeReport({ ...sound, results: missing }))).toBe(text);
});

describe("junit.xml fails whenever the exit code is not 0", () => {
  const outcomes = (report: Report): string[] => {
    const xml = readXml(junitReport(report));
    if (!xml.ok) throw new Error(xml.problem);
    return all(xml.root, "testcase").flatMap(({ children }) => children.map(({ name }) => name));
  };

  test("a stopped run has an error", () => {
    const stopped = completeReport({ ...sound, results: [], subjects: [], stopped: "nothing listens there" });
    expect(exitCode(stopped)).toBe(2);
    expect(outcomes(stopped)).toEqual(["error"]);
    expect(junitReport(stopped)).toContain('tests="1" failures="0" errors="1" skipped="0"');
    expect(junitReport(stopped)).toContain("nothing listens there");
  });

  test("a run in which nothing was judged has an error with the verdict", () => {
    const results = [{ requirement: "REG-JSON-01", subject: "sud", state: "not tested" as const, reason: "no rows" }];
    const unjudged = completeReport({ ...sound, results });
    expect(exitCode(unjudged)).toBe(2);
    expect(outcomes(unjudged)).toEqual(["skipped", "error"]);
    expect(junitReport(unjudged)).toContain('<skipped message="not tested: no rows">not tested: no rows</skipped>');
    expect(junitReport(unjudged)).toContain(`<error message="${unjudged.verdict}">${unjudged.verdict}</error>`);
  });

  test("what the baseline accepts is skipped with its reason, and a change from it fails", () => {
    const reasoned = makeBaseline(faulty);
    const results = reasoned.results.map((one) => ({ ...one, accepted: "known since spring" }));
    const same = applyBaseline(faulty, { ...reasoned, results }, "b.json");
    expect(exitCode(same)).toBe(0);
    expect([...new Set(outcomes(same))]).toEqual(["skipped"]);
    expect(junitReport(same)).toContain("fail, accepted by the baseline: known since spring");
    expect(htmlReport(same)).toContain("accepted by the baseline: known since spring");
    expect(annotations(same)).toEqual([]);
    const better = applyBaseline(sound, reasoned, "b.json");
    expect(exitCode(better)).toBe(1);
    expect(outcomes(better).filter((name) => name === "failure")).toHaveLength(1);
    expect(annotations(better)).toEqual(["::error title=baseline::REG-XML-02 on drzava: fail → pass"]);
  });
});

test("report.html is a single file that needs no network, and shows every result without its script", async () => {
  const files = await writeReports(faulty, directory);
  const html = await readFile(files.html, "utf8");
  expect(html.match(/<li data-state=/g)).toHaveLength(faulty.results.length);
  expect(html).toContain('<p class="verdict fails">');
  expect(htmlReport(sound)).toContain('<p class="verdict conforms">');
  expect(html).toContain("the root drzavaArray");
  for (const { level, section } of faulty.requirements) expect(html).toContain(`>${level}, section ${section}</span>`);
  expect(html).toContain(` ${faulty.started.replace("T", " ").slice(0, "2026-01-31T12:30:59".length)} UTC, `);
  expect(html).not.toMatch(/(?:src|href)=|url\(|@import|fetch\(/);
  expect(html).toContain('<meta name="viewport"');
  // A screen reader jumps there.
  expect(html.match(/<main>.*<\/main>/s)?.[0]).toContain("<h2>All results</h2>");
});

test("report.html lists problems, but not observations that could not be made", () => {
  const results = (["REG-JSON-01", "REG-INFO-01"] as const).map((requirement) => ({
    requirement,
    subject: "drzava",
    state: "error" as const,
    reason: "gone",
  }));
  const wrong = htmlReport(completeReport({ ...sound, results })).split("<h2>All results</h2>")[0] ?? "";
  expect(wrong.match(/<code>(?:REG|CASE)-[^<]*/g)).toEqual(["<code>REG-JSON-01"]);
});

test("report.html merges a problem of many operations, and findings that differ only in the row", () => {
  const finding = {
    probe: "first",
    expected: "the name naziv",
    found: "the name Naziv",
    curl: "curl -si 'https://registar.primjer.hr'",
  };
  const results = ["drzava", "jezik", "sud"].map((subject) => ({
    requirement: "REG-FIELD-01",
    subject,
    state: "fail" as const,
    findings: ["/0/Naziv", "/1/Naziv"].map((at) => ({ at, ...finding })),
    findingCount: 2,
  }));
  const wrong = htmlReport(completeReport({ ...sound, results })).split("<h2>All results</h2>")[0] ?? "";
  expect(wrong.match(/<code>REG-FIELD-01/g)).toHaveLength(1);
  expect(wrong).toContain('on <b>drzava</b>, <b>jezik</b>, <b>sud</b> <span class="dim">(3)</span>');
  expect(wrong.match(/\/\d\/Naziv/g)).toEqual(["/0/Naziv"]);
  expect(wrong).toContain("and 1 more finding");
  expect(wrong.match(/<pre>/g)).toHaveLength(1);
  const [first, ...others] = results.map((result) => ({
    ...result,
    findings: result.findings.map((one) => ({ ...one, found: `the name of ${result.subject}` })),
  }));
  if (first === undefined) throw new Error("there are results");
  const different = htmlReport(completeReport({ ...sound, results: [first, ...others] }));
  expect(different.match(/<summary>Other operations<\/summary>/g)).toHaveLength(1);
  expect(different.split("<h2>All results</h2>")[0]?.match(/<code>\/0\/Naziv/g)).toHaveLength(3);
});

test("report.html says why requirements were not judged, before it lists all results", () => {
  const results = [{ requirement: "REG-JSON-01", subject: "sud", state: "not tested" as const, reason: "no rows" }];
  const html = htmlReport(completeReport({ ...sound, results }));
  expect(html.indexOf("<li>1 not tested: no rows (REG-JSON-01)</li>")).toBeGreaterThan(0);
  expect(html.indexOf("<h2>Not judged</h2>")).toBeLessThan(html.indexOf("<h2>All results</h2>"));
});

test("report.html of a run without results has no filters", () => {
  const html = htmlReport(
    completeReport({ ...sound, results: [], subjects: [], stopped: "the service cannot be reached" }),
  );
  expect(html).toContain("<b>Stopped:</b> the service cannot be reached");
  expect(html).not.toMatch(/<form|<script/);
});

test("the job summary lists failed MUSTs first, and escapes Markdown from the service", () => {
  const finding = {
    probe: "first",
    at: "/*[1]/a\\|b",
    expected: "a",
    found: "![x](https://primjer.hr) *b* <c>",
    curl: "",
  };
  const result = (requirement: string) => ({
    requirement,
    subject: "sud",
    state: "fail" as const,
    findings: [finding],
  });
  const summary = jobSummary(completeReport({ ...sound, results: ["REG-NEST-03", "REG-JSON-01"].map(result) }));
  expect(summary.match(/(?<=^\| )REG\S+/gm)).toEqual(["REG-JSON-01", "REG-NEST-03"]);
  expect(summary).toContain(String.raw`| /\*\[1\]/a\\\|b: expected a, found \!\[x\](https://primjer.hr) \*b\* \<c\> |`);
});

describe("a baseline", () => {
  test("accepts a failure until a day, past which it counts again", () => {
    const until = (expires: string) => {
      const results = faulty.results.map((one) => (one.state === "fail" ? { ...one, expires } : one));
      const run = { ...faulty, started: "2026-11-26T12:00:00Z" };
      const report = applyBaseline(run, { ...faulty, results }, "b.json");
      const again = makeBaseline(run, { ...faulty, results }).results.filter(({ state }) => state === "fail");
      return [exitCode(report), report.baseline?.changes, again.map((one) => one.expires)];
    };
    expect(until("2026-11-26")).toEqual([0, [], ["2026-11-26"]]);
    expect(until("2026-11-25")).toEqual([
      1,
      [
        "REG-XML-02 on drzava: pass → fail (/drzavaarray: expected the root drzavaArray, found the root drzavaarray); accepted until 2026-11-25",
      ],
      [undefined],
    ]);
  });

  test("is a report, of which a day that is to come stays in the reports of later runs", () => {
    const results = faulty.results.map((one) => (one.state === "fail" ? { ...one, expires: "9999-12-31" } : one));
    const text = JSON.stringify({ ...faulty, results });
    const judged = applyBaseline(faulty, parseReport(text, "report.json"), "report.json");
    expect(exitCode(judged)).toBe(0);
    expect(judged.results.find(({ state }) => state === "fail")?.expires).toBe("9999-12-31");
  });

  test("that a service is better than has words and a colour of its own, in every report", () => {
    const better = applyBaseline(sound, makeBaseline(faulty), "b.json");
    expect(better.baseline?.isBetter).toBe(true);
    expect(better.conclusion).toBe("does not conform");
    const texts: string[] = [];
    printSummary(new Screen({ write: (text) => texts.push(text.slice(0, -1)) }, { FORCE_COLOR: "1" }), better);
    expect(texts.at(-1)).toMatch(/^.\[34m\S+ is better than its baseline: 1 result passes now/);
    expect(htmlReport(better)).toContain(`<p class="verdict better">${better.target.baseUrl} is better than`);
    expect(htmlReport(better)).toContain("<title>is better than its baseline: ");
    expect(jobSummary(better)).toMatch(/^## 🔵/);
  });

  test("calls nothing better of which another result got worse, and judges nothing better that has errors", () => {
    const result = sound.results.find(({ requirement }) => requirement === "REG-JSON-01");
    if (result === undefined) throw new Error("nothing was judged");
    const accepted = makeBaseline(faulty);
    const finding = { probe: "json", at: "body", expected: "", found: "", curl: "" };
    const as = (state: "fail" | "error"): Report =>
      applyBaseline(
        completeReport({
          ...sound,
          results: sound.results.map((one) =>
            one === result ? { ...one, state, reason: "status 500", findings: [finding], findingCount: 1 } : one,
          ),
        }),
        accepted,
        "b.json",
      );
    expect(as("fail").baseline?.isBetter).toBeUndefined();
    expect(as("fail").verdict).toContain("does not conform: 2 changes from the baseline");
    expect(as("error").conclusion).toBe("could not be judged");
    expect(as("error").verdict).toContain(
      " could not be judged: 1 result passes now that the baseline does not expect",
    );
  });

  test("accepts a failure at its places only, however many rows; one without places accepts it anywhere", () => {
    const failing = (...places: string[]): Report => ({
      ...faulty,
      results: faulty.results.map((result) => (result.state === "fail" ? { ...result, places } : result)),
    });
    const two = makeBaseline(failing("/*/naziv", "/*/id"));
    const changes = (report: Report, baseline = two): readonly string[] | undefined =>
      applyBaseline(report, baseline, "b.json").baseline?.changes;
    expect(changes(failing("/*/id"))).toEqual([]);
    const worse = failing("/*/id", "body");
    expect(changes(worse)).toEqual(["REG-XML-02 on drzava: fail, now at body too"]);
    expect(exitCode(applyBaseline(worse, two, "b.json"))).toBe(1);
    expect(applyBaseline(worse, two, "b.json").results.find(({ state }) => state === "fail")?.accepted).toBe(undefined);
    expect(changes(worse, makeBaseline(worse, two))).toEqual([]);
    expect(makeBaseline(worse, two).results.find(({ state }) => state === "fail")?.places).toEqual([
      "/*/id",
      "/*/naziv",
      "body",
    ]);
    const anywhere = { ...two, results: two.results.map(({ places: _, ...one }) => one) };
    expect(changes(worse, anywhere)).toEqual([]);
    expect(makeBaseline(worse, anywhere)).toEqual(anywhere);
  });

  test("puts its conclusion first in the verdict, then that of the run without it", () => {
    const { baseUrl } = faulty.target;
    expect(applyBaseline(faulty, makeBaseline(faulty), "b.json").verdict).toMatch(
      new RegExp(
        `^${baseUrl} conforms: exactly what the baseline accepts .*; without the baseline: does not conform: 1 MUST fails`,
      ),
    );
    expect(applyBaseline(sound, makeBaseline(faulty), "b.json").verdict).toMatch(
      new RegExp(
        `^${baseUrl} is better than its baseline: 1 result passes now that the baseline does not expect to; without the baseline: conforms \\(`,
      ),
    );
  });
});

test("two runs of the same data with different seeds have nothing to compare", async () => {
  await using server = await smallServer();
  const seeded = async (seed: number): Promise<Report> =>
    (await recordRun({ ...serverOptions(server), seed, audits: false })).report;
  const first = await seeded(1);
  for (const seed of [2, 3]) expect(compareReports(first, await seeded(seed))).toEqual([]);
});

test("every report uses the singular for one of a kind", () => {
  const subject = sound.subjects.find(({ name }) => name === "drzava");
  if (subject === undefined) throw new Error("the operation of this test is gone");
  const result = { requirement: "REG-JSON-01", subject: "drzava", state: "error", reason: "" } as const;
  const requests = { sent: 1, planned: 1, most: 1 };
  const report = completeReport({
    ...sound,
    requirements: sound.requirements.filter(({ id }) => id === result.requirement),
    subjects: [{ ...subject, rows: 1, total: 1 }],
    requests,
    results: [result],
  });
  const texts: string[] = [jobSummary(report), htmlReport(report).replace(/<\/?b[^>]*>/g, " ")];
  const lines = new Screen({ write: (text) => texts.push(text.slice(0, -1)) });
  const print = textReporter(lines, levelsOf(report));
  print({ type: "start", baseUrl: "", operations: 1, seed: 1, ...requests });
  print({ type: "operation", name: "drzava", path: "/drzava", results: [result] });
  printSummary(lines, report);
  expect(texts.join("\n").match(/\b1 \w+s\b/g) ?? []).toEqual([]);
});
