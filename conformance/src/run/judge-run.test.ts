import { expect, test } from "vitest";
import { type Asking, ask, askingOf } from "../../test/support/asking.ts";
import { operationNamed } from "../../test/support/views.ts";
import { answer } from "../evidence/answer.ts";
import type { DiaryEntry } from "../exchange/patience.ts";
import type { Result } from "../report/result.ts";
import { judgeRun, type RunEvidence, type SecondLook } from "./judge-run.ts";

/** The results of a run in which operations alone showed these. */
const settle = (results: Result[], diary: DiaryEntry[], more: Partial<RunEvidence> = {}): Result[] =>
  judgeRun({
    operations: [{ results, inAnyOrder: [], keepsOrder: true }],
    further: [],
    diary,
    secondLooks: [],
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
  expect(settle([one], [])).toEqual([one]);
  const broken: Result = { requirement: "REG-XML-08", subject: "gfi", state: "error", reason: "no answer" };
  const sound: Result = { requirement: "REG-JSON-01", subject: "sud", state: "pass" };
  const reason = "no operation returned XML when asked this way: set --xml-by";
  expect(settle([one, other, broken, sound], [])).toEqual([
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
  const settled = settle(all, []);
  expect(settled.map(({ state }) => state)).toEqual(["error", "error", "error", "fail"]);
  expect(settled[2]?.reason).toMatch(/is --base-url right, or does --xml-by have to say how to ask\?$/);
  const others: Result[] = [
    { requirement: "REG-JSON-01", subject: "gfi", state: "pass" },
    markup("gfi", "plain text, not valid JSON at line 1, column 1"),
    failed("REG-STATUS-01", "gfi", "page", "body"),
  ];
  for (const other of others) expect(settle([...all, other], [])).toEqual([...all, other]);
  expect(settle([markup("sud"), total], [])).toEqual([markup("sud"), total]);
});

test("a key that is refused from halfway on leads to who issued it, not to the service", () => {
  const [refused] = settle(
    [
      {
        ...failed("REG-STATUS-01", "sud", "json", "status"),
        findings: [{ probe: "json", at: "status", expected: "200", found: "403", curl: "" }],
      },
    ],
    [
      { operation: "gfi", status: 200 },
      { operation: "sud", status: 403 },
    ],
  );
  expect(refused?.reason).toBe(
    "status 403, and no other operation responded after it: has the key (--key) expired, or is its quota used up?",
  );
});

test("missing XML stays a failure if others return it, or if only a later request fails; other failures stay too", () => {
  const missing = ["sud", "jezik"].map((name) => failed("REG-XML-08", name, "xml", "body"));
  const given: Result = { requirement: "REG-XML-08", subject: "gfi", state: "pass" };
  expect(settle([...missing, given], [])).toEqual([...missing, given]);
  const later = missing.map((one) => failed("REG-XML-08", one.subject, "pastXml", "body"));
  expect(settle(later, [])).toEqual(later);
  const other = failed("REG-JSON-02", "sud", "json", "body");
  expect(settle([...missing, other], [])[2]).toEqual(other);
});

test.for<["error" | "fail", [operation: string, status: number | undefined][]]>([
  ["error", [["sud", 404]]],
  [
    "error",
    [
      ["jezik", 200],
      ["sud", 404],
    ],
  ],
  [
    "error",
    [
      ["sud", 404],
      ["sud", 200],
    ],
  ],
  [
    "error",
    [
      ["sud", 404],
      ["jezik", 500],
      ["jezik", undefined],
    ],
  ],
  [
    "error",
    [
      ["sud", 404],
      ["jezik", 200],
      ["sud", 404],
    ],
  ],
  [
    "fail",
    [
      ["sud", 404],
      ["jezik", 200],
    ],
  ],
  [
    "fail",
    [
      ["sud", 404],
      ["jezik", 200],
      ["sud", 200],
    ],
  ],
])("a wrong status settles as %s: %j", ([state, entries]) => {
  const diary = entries.map(([operation, status]) => ({ operation, status }));
  for (const id of ["REG-STATUS-01", "REG-PATH-01", "REG-SEARCH-01", "REG-SEARCH-02"])
    expect(settle([failed(id, "sud", "json", "status")], diary)).toMatchObject([
      state === "fail" ? { state } : { state, reason: "status 404, and no other operation responded after it" },
    ]);
  const body = failed("REG-SEARCH-01", "sud", "inactive", "body");
  const findings = [failed("REG-SEARCH-01", "sud", "active", "status"), body].flatMap((one) => one.findings ?? []);
  const others = [{ ...body, findings }, failed("REG-KEY-01", "sud", "noKey", "status")];
  expect(settle(others, diary)).toEqual(others);
});

/** A service that returns one status after another, and the evidence of a second look after the first. */
async function lookedAt(status: number, later: number | Error, happens: (asking: Asking) => void): Promise<SecondLook> {
  let next: number | Error = status;
  const asking = askingOf(() => next, { spare: 50 });
  const of = await ask(asking, "drzava", "json");
  next = later;
  happens(asking);
  const before = asking.conversation.patience.diary.length;
  const wanted = { want: "again", of, probes: ["json"], isSecondLook: true } as const;
  const again = (await asking.asker.answer(operationNamed("drzava"), wanted))?.get("json");
  expect(asking.conversation.patience.diary, "a second look says nothing about an outage").toHaveLength(before);
  return { results: [], again: again ?? { kind: "no budget", enough: asking.conversation.enough() } };
}

const wait = "the service asks clients to wait 60 minutes";
const nothing = (): void => {};
const leaves = ({ conversation: { patience } }: Asking): void => {
  const request = { operation: operationNamed("drzava"), query: [], as: "json", key: "valid" } as const;
  const headers = { "retry-after": "3600" };
  const wire = { id: "", subject: "", method: "GET", url: "https://registar.primjer.hr", headers: {} } as const;
  patience.hear(request, answer(wire, 429, headers, Buffer.from("")));
};
const closes = ({ conversation }: Asking): void => conversation.close(wait);
const spends = ({ conversation }: Asking): void => conversation.useSpare(conversation.spare);

test.for<[status: number, later: number | Error, happens: (asking: Asking) => void, why: unknown]>([
  [503, 200, nothing, "status 503, then 200 after the other operations: an intermittent failure"],
  [500, 200, nothing, "status 500, then 200 after the other operations: an intermittent failure"],
  [503, 503, nothing, undefined],
  [503, 500, nothing, undefined],
  // What may be about the rate, and cannot be asked again, is not known to be wrong.
  [
    503,
    200,
    spends,
    expect.stringMatching(/^status 503, and no request budget left to ask again: try --rate, or --max-requests \d+$/),
  ],
  [503, 200, leaves, expect.stringContaining(`status 503, and no response when asked again: ${wait}`)],
  [503, 200, closes, `status 503, and no response when asked again: ${wait}`],
  [503, new Error("socket hang up"), nothing, "status 503, and no response when asked again: socket hang up"],
  [500, 200, spends, undefined],
  [500, 200, leaves, undefined],
  [500, new Error("socket hang up"), nothing, undefined],
])("a status %i, then %s: %o: %s", async ([status, later, happens, why]) => {
  const look = await lookedAt(status, later, happens);
  const alike = ["REG-STATUS-01", "REG-PATH-01"].map((id) => failed(id, "drzava", "json", "status", String(status)));
  const diary = [
    { operation: "drzava", status },
    { operation: "jezik", status: 200 },
  ];
  const settled = settle(alike, diary, { secondLooks: [{ ...look, results: alike }] });
  expect(settled.map(({ state, reason }) => ({ state, reason }))).toEqual(
    alike.map(() => ({ state: why === undefined ? "fail" : "error", reason: why })),
  );
});

test("what a further page shows takes the place of a pass or an error, and a failure stays as it was first seen", () => {
  const own: Result[] = [
    { requirement: "REG-TYPE-01", subject: "gfi", state: "pass" },
    failed("REG-JSON-02", "gfi", "json", "body"),
  ];
  const further = ["REG-TYPE-01", "REG-JSON-02"].map((id) => failed(id, "gfi", "further", "body"));
  expect(settle(own, [], { further })).toEqual([further[0], own[1]]);
});

test("if one operation keeps no order, every failure that depends on it is judged in any order", () => {
  const [gfi, sud] = ["gfi", "sud"].map((name) => failed("REG-PAGE-01", name, "page", "body"));
  if (gfi === undefined || sud === undefined) throw new Error("there are two");
  const unordered: Result = { requirement: "REG-PAGE-01", subject: "gfi", state: "not tested", reason: "no order" };
  const evidence = (keepsOrder: boolean): RunEvidence => ({
    operations: [
      { results: [gfi], inAnyOrder: [unordered], keepsOrder: true },
      { results: [sud], inAnyOrder: [], keepsOrder },
    ],
    further: [],
    diary: [],
    secondLooks: [],
  });
  expect(judgeRun(evidence(true))).toEqual({ results: [gfi, sud], corrected: [] });
  expect(judgeRun(evidence(false))).toEqual({ results: [unordered, sud], corrected: [unordered] });
});
