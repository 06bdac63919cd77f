import { expect, test } from "vitest";
import type { Result } from "../report/result.ts";
import { settle } from "./settle.ts";

const failed = (requirement: string, subject: string, probe: string, at: string): Result => ({
  requirement,
  subject,
  state: "fail",
  findings: [{ probe, at, expected: "something", found: "404", curl: "" }],
  findingCount: 1,
});

test("if several operations return no XML, and none does, it was requested in the wrong way", () => {
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
