import { expect, test } from "vitest";
import { Screen } from "#kit/screen";
import { emptyReport } from "../../test/support/empty-report.ts";
import type { Level } from "../checks/requirement.ts";
import { allRequirements } from "../topics/catalogue.ts";
import { fromCauses, rootCausesOf, subjectOf, withCauses } from "./causes.ts";
import { contractRows } from "./contract-rows.ts";
import { annotations, jobSummary } from "./github.ts";
import { htmlReport } from "./html.ts";
import { junitReport } from "./junit.ts";
import { completeReport, levelsOf } from "./report.ts";
import type { Result } from "./result.ts";
import { printSummary, textReporter } from "./text.ts";

const fails = (requirement: string, subject: string, ...places: string[]): Result => ({
  requirement,
  subject,
  state: "fail",
  findings: [0, 1, 2, 3, 4].map((row) => ({
    probe: "json",
    at: (places[0] ?? "").replace("/*/", `/${row}/`),
    expected: "an integer",
    found: `a string of ${row + 4} characters`,
    curl: "",
  })),
  findingCount: 5,
  places,
});

const noLevels: ReadonlyMap<string, Level> = new Map();

/** Each failure with its cause. */
const causes = (results: readonly Result[], levels = noLevels): string[] =>
  withCauses(results, levels).map(({ requirement, cause }) => (cause ? `${requirement} by ${cause}` : requirement));

test("every requirement that is judged has one place between causes and consequences", () => {
  const judged = allRequirements.filter(({ level }) => level !== "INFO").map(({ id }) => id);
  const placed = judged.map((id) => fromCauses.filter((one) => one === id || one === subjectOf(id)));
  expect(placed.filter((places) => places.length !== 1)).toEqual([]);
  expect(new Set(placed.flat()).size).toBe(fromCauses.length);
});

test("a wrong type explains what fails at the same field in searches and in XML, wherever it was found first", () => {
  expect(
    causes([
      fails("REG-SEARCH-01", "subjekt", "/*/mbs"),
      fails("REG-TYPE-01", "subjekt", "/*/mbs", "/*/oib"),
      fails("REG-XML-04", "subjekt", "/subjekt_historyArray/*/oib"),
    ]),
  ).toEqual(["REG-SEARCH-01 by REG-TYPE-01", "REG-TYPE-01", "REG-XML-04 by REG-TYPE-01"]);
});

test("a failure at another field, of another operation or with a place of its own has its own cause", () => {
  const type = fails("REG-TYPE-01", "subjekt", "/*/mbs");
  for (const other of [
    fails("REG-SEARCH-01", "subjekt", "/*/oib"),
    fails("REG-SEARCH-01", "sud", "/*/mbs"),
    fails("REG-SEARCH-01", "subjekt", "/*/mbs", "status"),
    fails("REG-SEARCH-01", "subjekt"),
  ])
    expect(causes([type, other])).toEqual(["REG-TYPE-01", "REG-SEARCH-01"]);
});

test("a status explains what fails by it; a body, only requirements about the same subject", () => {
  expect(causes([fails("REG-SEARCH-01", "subjekt", "status"), fails("REG-STATUS-01", "subjekt", "status")])).toEqual([
    "REG-SEARCH-01 by REG-STATUS-01",
    "REG-STATUS-01",
  ]);
  const ofBody = ["REG-KEY-01", "REG-KEY-02", "REG-PAGE-03"].map((id) => fails(id, "gfi", "body"));
  expect(causes(ofBody)).toEqual(["REG-KEY-01", "REG-KEY-02 by REG-KEY-01", "REG-PAGE-03"]);
});

test("a failed MUST is never only the consequence of a SHOULD", () => {
  const results = [fails("REG-TYPE-06", "gfi", "/*/datum_od"), fails("REG-XML-04", "gfi", "/gfiArray/*/datum_od")];
  const levels = new Map<string, Level>([
    ["REG-TYPE-06", "SHOULD"],
    ["REG-XML-04", "MUST"],
  ]);
  expect(causes(results, levels)).toEqual(["REG-TYPE-06 by REG-XML-04", "REG-XML-04"]);
});

test("a consequence without its cause among the results is a problem of its own", () => {
  const [type, search] = withCauses(
    [fails("REG-TYPE-01", "subjekt", "/*/mbs"), fails("REG-SEARCH-01", "subjekt", "/*/mbs")],
    noLevels,
  );
  if (type === undefined || search === undefined) throw new Error("there are two");
  expect(rootCausesOf([search, type])).toEqual([{ result: type, consequences: [search] }]);
  expect(rootCausesOf([search])).toEqual([{ result: search, consequences: [] }]);
});

test("the contract's tables say which type a field has, whether it is required, and the root of the XML", () => {
  expect(contractRows("subjekt", ["/*/mbs", "/subjekt_historyArray/*/mbs"])).toMatch(/^`\/subjekt\/`: `mbs` int64/);
  expect(contractRows("sud", ["/*/sud_nadlezan/naziv"])).toBe("`/sud`: `sud_nadlezan/naziv` string");
  expect(contractRows("email_adrese", ["/*/mbs"])).toBe("`/email_adrese`: `mbs` integer, required");
  expect(contractRows("drzava", ["/items"])).toBe("`/drzava`: XML root `drzavaArray`");
  expect(contractRows("drzava", ["status", "/*/nepoznato"])).toBeUndefined();
  expect(contractRows("predmet", ["/data/predmet"])).toBeUndefined();
});

/** A wrong type in two operations, one of them searched. */
const wrongType = completeReport({
  ...emptyReport,
  requirements: ["REG-SEARCH-01", "REG-TYPE-01", "REG-XML-04"].map((id) => ({
    id,
    level: "MUST",
    title: `The title of ${id}.`,
    section: "2.2",
    contract: `The sentence of \`${id}\`.`,
    link: "https://git.primjer.hr/#22",
  })),
  subjects: ["sud", "subjekt"].map((name) => ({ name, interface: "A", path: `/${name}`, rows: 5 })),
  results: [
    fails("REG-SEARCH-01", "subjekt", "/*/mbs"),
    { ...fails("REG-TYPE-01", "subjekt", "/*/mbs"), contract: "`/subjekt/`: `mbs` int64" },
    fails("REG-XML-04", "subjekt", "/subjektArray/*/mbs"),
    fails("REG-TYPE-01", "sud", "/*/mbs"),
    fails("REG-XML-04", "sud", "/sudArray/*/mbs"),
  ],
});

test("report.html leads with the cause and the contract's sentence, and has the consequences beneath", () => {
  const [, wrong = ""] = htmlReport(wrongType).split(/<h2>(?:Problems|All results)<\/h2>/);
  expect(wrong.match(/<code>REG-[A-Z]+-\d\d<\/code> on/g)).toEqual([
    "<code>REG-TYPE-01</code> on",
    "<code>REG-SEARCH-01</code> on",
    "<code>REG-XML-04</code> on",
  ]);
  expect(wrong).toContain(
    '<a href="https://git.primjer.hr/#22">section 2.2</a>:</span> The sentence of <code>REG-TYPE-01</code>.<br><code>/subjekt/</code>: <code>mbs</code> int64',
  );
  expect(wrong).toContain("<summary>With it: REG-SEARCH-01 on subjekt; REG-XML-04 on subjekt, sud</summary>");
});

test("junit.xml and the annotations on GitHub have the sentence, the cause and the consequences", () => {
  const xml = junitReport(wrongType);
  expect(xml).toContain(
    "The contract, section 2.2: The sentence of `REG-TYPE-01`.\nThe contract, `/subjekt/`: `mbs` int64",
  );
  expect(xml).toContain("It fails because REG-TYPE-01 does.\n/0/mbs: expected an integer");
  const also = "with it: REG-SEARCH-01 on subjekt; REG-XML-04 on subjekt, sud";
  expect(annotations(wrongType)).toEqual([expect.stringContaining(also)]);
  expect(jobSummary(wrongType).match(/^\| REG-/gm)).toHaveLength(1);
});

test("the terminal shows the cause with its sentence, then the other requirements; the summary counts operations", () => {
  const texts: string[] = [];
  const lines = new Screen({ write: (text) => texts.push(text.trim()) });
  const print = textReporter(lines, levelsOf(wrongType));
  for (const name of ["subjekt", "sud"]) {
    const results = wrongType.results.filter(({ subject }) => subject === name);
    print({ type: "operation", name, path: `/${name}`, results });
  }
  expect(texts.filter((text) => !text.includes("GET"))).toEqual([
    "✗ REG-TYPE-01 MUST /0/mbs: expected an integer, found a string of 4 characters (and 4 more findings)",
    expect.stringMatching(/^the contract, 2\.2: The table lists the fields of each resource/),
    "the contract, `/subjekt/`: `mbs` int64",
    "with it: REG-SEARCH-01, REG-XML-04",
    "✗ REG-TYPE-01 MUST as on subjekt; with it: REG-XML-04",
  ]);
  texts.length = 0;
  printSummary(lines, wrongType);
  expect(texts.filter((text) => text.startsWith("✗"))).toEqual([
    "✗ REG-TYPE-01 MUST on subjekt, sud: /0/mbs: expected an integer, found a string of 4 characters; with it: REG-SEARCH-01 on subjekt; REG-XML-04 on subjekt, sud",
  ]);
});
