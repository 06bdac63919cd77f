import { beforeAll, describe, expect, test } from "vitest";
import { MutableResponse } from "../src/checks/body.ts";
import { operations, totalHeader } from "../src/contract/operations.ts";
import type { Recording } from "../src/exchange/recording.ts";
import type { Send } from "../src/exchange/send.ts";
import { rootCausesOf } from "../src/report/causes.ts";
import { judgeRecording, recordRun } from "../src/run/recorded-run.ts";
import { recordedService } from "../src/self-test/recorded-service.ts";
import { allRequirements } from "../src/topics/catalogue.ts";
import { ofFewOperations } from "./support/few-operations.ts";
import { largeBudget, mustFailures, serverOptions, smallServer } from "./support/targets.ts";
import { failures } from "./support/through.ts";
import { type Unusual, unusual } from "./unusual.ts";
import { otherState } from "./unusual-changes.ts";

let recording: Recording;
/** What every unusual service is tried on. */
let few: Recording;

beforeAll(async () => {
  await using server = await smallServer();
  ({ recording } = await recordRun({ ...serverOptions(server), maxRequests: largeBudget }));
  few = await ofFewOperations(recording);
});

function around(change: Unusual["change"]): Send {
  const sound = recordedService(recording);
  return async (wire) => {
    const reply = await sound(wire);
    if (reply.kind === "no answer") return reply;
    const body = new MutableResponse(reply);
    change(body, wire.asks, wire.body ?? "");
    return body.toAnswer();
  };
}

test("introspection that is forbidden in front of GraphQL is observed as off", async () => {
  const forbidden = around((body, _, query) => {
    if (query.includes("IntrospectionQuery")) Object.assign(body, { status: 403, text: "Forbidden" });
  });
  const report = await judgeRecording(recording, forbidden, { only: ["CASE"] });
  expect(report.results.find(({ requirement }) => requirement === "CASE-INFO-01")).toMatchObject({
    state: "observed",
    reason: "introspection is off (status 403)",
  });
  expect(report.results.find(({ requirement }) => requirement === "CASE-SCHEMA-04")?.reason).toMatch(
    /switch it on for the suite: what may be null, and which scalar a field has, is not judged without it/,
  );
});

describe("a service that keeps the contract in an unusual way conforms", () => {
  test.for(unusual)("$about", async ({ change, fails = [], untested = [], perhapsUntested = [] }) => {
    let touched = false;
    const report = await judgeRecording(
      few,
      around((body, request, query) => {
        const before = body.fingerprint();
        change(body, request, query);
        touched ||= body.fingerprint() !== before;
      }),
    );
    expect(touched).toBe(true);
    // The contract need not have what each of them is about.
    const wanted = fails.filter((id) => report.requirements.some((one) => one.id === id));
    expect(mustFailures(report).filter((one) => !wanted.includes(JSON.parse(one).requirement))).toEqual([]);
    expect(new Set(failures(report).map((one) => one.split(" ")[0]))).toEqual(new Set(wanted));
    expect(report.conclusion).toBe("conforms");
    const judged = new Set([
      ...wanted,
      ...report.results.filter(({ state }) => state === "pass").map(({ requirement }) => requirement),
    ]);
    const silent = report.requirements
      .filter(({ id, level }) => level !== "INFO" && !judged.has(id))
      .map(({ id }) => id);
    const allowed = [...untested, ...perhapsUntested];
    expect(silent.filter((id) => !allowed.some((start) => id.startsWith(start)))).toEqual([]);
    const isKnown = (start: string): boolean => allRequirements.some(({ id }) => id.startsWith(start));
    expect(allowed.filter((start) => !isKnown(start))).toEqual([]);
    const known = untested.filter((start) => report.requirements.some(({ id }) => id.startsWith(start)));
    expect(known.filter((start) => !silent.some((id) => id.startsWith(start)))).toEqual([]);
  });
});

test("pages in the wrong order are a failure even if a state is published while another operation is judged", async () => {
  const change = otherState((count) => count >= 7);
  const report = await judgeRecording(
    recording,
    around((body, request, query) => {
      change(body, request, query);
      const { name } = request?.operation ?? {};
      const offset = Number(request?.query.find(([one]) => one === "offset")?.[1] ?? 0);
      const rows = name === "gfi" && offset > 0 ? body.rows() : undefined;
      if (rows !== undefined) body.setRows(rows.toReversed());
    }),
  );
  expect(failures(report)).toEqual(["REG-PAGE-01 gfi"]);
  expect(new Set(report.results.map(({ reason }) => reason))).toContain("rows change between requests");
});

test("a total that only the first response has wrong leads with the number of rows", async () => {
  const report = await judgeRecording(
    recording,
    around((body, request) => {
      const isFirst =
        request?.as === "json" && request.query.some(([name, value]) => `${name}=${value}` === "offset=0");
      if (isFirst && body.headers.has(totalHeader)) body.headers.set(totalHeader, "119");
    }),
    { operations: ["sjediste", "jezik"] },
  );
  const problems = rootCausesOf(report.results.filter(({ state }) => state === "fail"));
  expect(problems.map(({ result, consequences }) => [result, ...consequences].map((one) => one.requirement))).toEqual([
    ["REG-TOTAL-03", "REG-TOTAL-02"],
  ]);
  const [finding] = problems[0]?.result.findings ?? [];
  expect(finding?.expected).toBe("120, the number of rows that can be read");
  expect(finding?.found).toBe("119, but 120 rows in the same response");
});

test("XML instead of JSON could not be judged, even of one operation: how a representation is chosen is not shown", async () => {
  const asXml =
    (isMeant: (name: string) => boolean): Unusual["change"] =>
    (body, request) => {
      if (request?.as !== "json" || request.key !== "valid" || !body.isRows || !isMeant(request.operation.name)) return;
      body.text = `<?xml version="1.0"?><${request.operation.xmlRoot}/>`;
      body.headers.set("content-type", "application/xml");
    };
  const all = { operations: ["subjekt", "jezik", "gfi"] };
  for (const isMeant of [(name: string) => name === "subjekt", () => true]) {
    const report = await judgeRecording(recording, around(asXml(isMeant)), all);
    expect(failures(report)).toEqual([]);
    expect(report.conclusion).toBe("could not be judged");
    const results = report.results.filter(
      ({ requirement, subject }) => `${requirement} ${subject}` === "REG-JSON-01 subjekt",
    );
    expect(results[0]).toMatchObject({
      state: "error",
      reason: "the service returned XML when asked for JSON: does --xml-by have to say how to ask?",
    });
  }
});

test("JSON instead of every empty list in XML fails a SHOULD: XML was requested in the right way", async () => {
  const report = await judgeRecording(
    recording,
    around((body, request) => {
      if (request?.as !== "xml" || body.rows()?.length !== 0) return;
      body.text = "[]";
      body.headers.set("content-type", "application/json");
    }),
    { operations: ["gfi", "postupak"] },
  );
  expect(failures(report)).toEqual(["REG-XML-08 gfi", "REG-XML-08 postupak"]);
});

test("XML that has to be requested in another way is no failure, even if one operation fails when asked for XML", async () => {
  const report = await judgeRecording(
    recording,
    around((body, request) => {
      if (request?.as !== "xml" || !body.isRows) return;
      const isFirst = request.query.some(([name, value]) => name === "limit" && value === "1000");
      if (request.operation.name === "gfi" && isFirst) body.status = 500;
      body.text = "[]";
      body.headers.set("content-type", "application/json");
    }),
    { operations: ["gfi", "postupak", "jezik"] },
  );
  expect(failures(report)).toEqual(["REG-STATUS-01 gfi"]);
});

test("a wrong status is a failure, even if another request succeeded only on retry", async () => {
  const asked = new Set<string>();
  const report = await judgeRecording(
    recording,
    around((body, request) => {
      if (request?.operation.name !== "gfi" || request.key !== "valid") return;
      const query = String(request.query);
      if (request.as === "json" && query === "offset,0" && !asked.has(query)) body.status = 500;
      asked.add(query);
      if (request.as === "json" && body.rows()?.length === 0) body.status = 400;
    }),
    { operations: ["gfi", "jezik"] },
  );
  expect(failures(report)).toEqual(["REG-STATUS-01 gfi"]);
});

test("a search that succeeds only on retry could not be judged", async () => {
  let searches = 0;
  const report = await judgeRecording(
    recording,
    around((body, request) => {
      if (request?.query.some(([name]) => name === "tvrtka_naziv") !== true) return;
      searches += 1;
      if (searches === 1) body.status = 500;
    }),
    { operations: ["subjekt", "jezik"] },
  );
  expect(report.results.find(({ requirement }) => requirement === "REG-SEARCH-02")).toMatchObject({
    state: "error",
    reason: "status 500, then 200 on retry: an intermittent failure",
  });
});

test("a service whose date-times have no zone conforms, but fails a SHOULD", async () => {
  const report = await judgeRecording(
    recording,
    around(
      (body, request) =>
        void (request !== undefined && Object.assign(body, { text: body.text.replace(/(T\d\d:\d\d:\d\d)Z/g, "$1") })),
    ),
  );
  expect(report.conclusion).toBe("conforms");
  expect(new Set(report.results.filter(({ state }) => state === "fail").map(({ requirement }) => requirement))).toEqual(
    new Set(["REG-TYPE-06"]),
  );
});

test("a search with non-ASCII letters that finds nothing is observed, and no failure", async () => {
  const report = await judgeRecording(
    recording,
    around((body, request) => {
      if (request?.query.some(([name, value]) => name === "tvrtka_naziv" && value.includes("ć"))) body.text = "[]";
    }),
    { operations: ["subjekt", "jezik"] },
  );
  expect(mustFailures(report)).toEqual([]);
  expect(report.results.find(({ requirement }) => requirement === "REG-INFO-13")?.reason).toContain(
    "tvrtka_naziv=d.o.o.: 20 of at most 20 rows; tvrtka_naziv=odgovornošću: 0 of at most 20 rows",
  );
});

test("every paged operation takes a limit", () => {
  expect(operations.every(({ paged, parameters }) => paged === parameters.includes("limit"))).toBe(true);
});
