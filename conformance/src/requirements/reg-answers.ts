import type { Field } from "../contract/operation.ts";
import { type Answer, notAcceptable } from "../evidence/answer.ts";
import { asksTooLong } from "../evidence/asks-to-wait.ts";
import { type Datum, describeOther } from "../evidence/datum.ts";
import { type OperationView, whyNone } from "../evidence/operation-view.ts";
import { type Finding, NotJudged, notTested, type Outcome, pass, verdict } from "../evidence/outcome.ts";
import { aboutProbe, type ProbeName, pairs } from "../evidence/probes.ts";
import type { IssueKind } from "../evidence/row-issues.ts";
import { every, type RegisterRequirement } from "./requirement.ts";

/** The probes that every requirement on rows reads. Searches are judged separately (REG-SEARCH). */
export const rowProbes: readonly ProbeName[] = [
  "json",
  "default",
  "page",
  "edge",
  "past",
  "further",
  "expanded",
  "collapsed",
];

const statusProbes: readonly ProbeName[] = [...rowProbes, ...pairs.keys()];

/**
 * Judges the status of a response. A 503 may be about the rate: nginx limits it so by default, without `Retry-After`. Returns nothing
 * for a 200, and for others a finding, or why the status is not judged.
 */
export function judgeStatus(view: OperationView, probe: ProbeName): { finding?: Finding; problem?: string } {
  const result = view.results.get(probe);
  if (result?.kind !== "asked") return {};
  const { reply, flaky, enough } = result;
  if (reply.kind === "no answer") return reply.unseen === true ? {} : { problem: whyNone(view.operation, reply) };
  // Left to REG-XML-08.
  if (result.request.as === "xml" && notAcceptable.has(reply.status)) return {};
  const tooLong = asksTooLong(reply);
  if (tooLong !== undefined) return { problem: tooLong };
  if (reply.status === 429) return { problem: "the service limits the request rate (status 429): try --rate" };
  if (reply.status !== 200 && enough !== undefined)
    return {
      problem: `status ${reply.status}, and no request budget left to retry: try ${reply.status === 503 ? "--rate, or " : ""}--max-requests ${enough}`,
    };
  if (reply.status !== 200) return { finding: { probe, at: "status", expected: "200", found: String(reply.status) } };
  if (flaky === undefined) return {};
  return {
    problem: `${flaky}, then 200 on retry: an intermittent failure${flaky === "status 503" ? ", or too many requests: try --rate" : ""}`,
  };
}

function checkStatus(view: OperationView, probes: readonly ProbeName[]): Outcome {
  const judged = probes.map((probe) => judgeStatus(view, probe));
  const findings = judged.map(({ finding }) => finding).filter((finding) => finding !== undefined);
  const problem = judged.find((one) => one.problem !== undefined)?.problem;
  const isSeen = (probe: ProbeName): boolean => {
    const result = view.results.get(probe);
    return result?.kind === "asked" && !(result.reply.kind === "no answer" && result.reply.unseen === true);
  };
  // If nothing was sent, this throws with the reason.
  if (!probes.some(isSeen)) view.answer("json");
  return findings.length === 0 && problem !== undefined ? { state: "error", reason: problem } : verdict(findings);
}

/** Judges the response of each probe. Without any response, nothing is judged. */
export function eachAnswer(
  view: OperationView,
  probes: readonly ProbeName[],
  check: (probe: ProbeName) => readonly Finding[],
): Outcome {
  let findings: Finding[] = [];
  let reason: NotJudged | undefined;
  let judged = 0;
  for (const probe of probes) {
    if (!view.results.has(probe)) continue;
    try {
      // Not by push: a register may have more rows than a call may have arguments.
      findings = findings.concat(check(probe));
      judged += 1;
    } catch (error) {
      if (!(error instanceof NotJudged)) throw error;
      reason ??= error;
    }
  }
  if (judged > 0) return verdict(findings);
  return reason?.outcome ?? notTested("no request was sent");
}

/** What is judged in rows, and the reason to give if no row has it. */
export interface JudgedRows {
  isIn: (fields: readonly Field[], row: Datum) => boolean;
  without: string;
}

const anything: JudgedRows = { isIn: () => true, without: "the resource has no rows" };
/** Names, and what is missing, are judged in an object without any value too. */
export const objects: JudgedRows = { isIn: (_, { kind }) => kind === "object", without: "no row is an object" };

/** Judges the rows of each response. If no row has what is judged, nothing is. */
export function eachRow(
  view: OperationView,
  check: (probe: ProbeName) => readonly Finding[],
  { isIn, without }: JudgedRows = anything,
): Outcome {
  const outcome = eachAnswer(view, rowProbes, check);
  if (outcome.state !== "pass") return outcome;
  const rows = rowProbes.flatMap((probe) => view.knownRows(probe) ?? []);
  if (rows.length === 0) return notTested(anything.without);
  return rows.some((row) => isIn(view.operation.fields, row)) ? outcome : notTested(without);
}

function wellFormed(view: OperationView, probe: ProbeName): Finding[] {
  const json = view.accepted(probe).json();
  return json.ok ? [] : [{ probe, at: "body", expected: "a JSON text", found: json.problem }];
}

function isArray(view: OperationView, probe: ProbeName): Finding[] {
  const json = view.accepted(probe).json();
  if (!json.ok) throw new NotJudged("not tested", `the response for ${aboutProbe[probe]} is ${json.problem}`);
  return json.value.kind === "array"
    ? []
    : [{ probe, at: "body", expected: "an array", found: describeOther(json.value) }];
}

export function itemsAreObjects(view: OperationView, probe: ProbeName): Finding[] {
  return [...view.rows(probe).entries()]
    .filter(([, row]) => row.kind !== "object")
    .map(([index, row]) => ({ probe, at: `/${index}`, expected: "an object", found: row.kind }));
}

/** What is wrong with the rows of a JSON response, of the kinds that are judged. */
export function rowFindings(view: OperationView, probe: ProbeName, isJudged: (kind: IssueKind) => boolean): Finding[] {
  const issues = view.issues(probe).filter(({ kind }) => isJudged(kind));
  return issues.map(({ at, expected, found }) => ({ probe, at, expected, found }));
}

/** Judges the content type of the response to a probe, which is named after what it asks for. */
export function contentType(probe: "json" | "xml", answer: Answer): Finding[] {
  const type = (answer.headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
  const fits = new RegExp(`^[\\w.-]+/(?:[\\w.+-]+\\+|x-)?${probe}$`).test(type);
  return fits
    ? []
    : [
        {
          probe,
          at: "header content-type",
          expected: `${probe === "json" ? "a JSON" : "an XML"} media type`,
          found: type === "" ? "none" : type,
        },
      ];
}

export const answerRequirements: readonly RegisterRequirement[] = [
  {
    id: "REG-STATUS-01",
    level: "MUST",
    title: "A request with a valid key gets status 200.",
    section: "4.1",
    selects: every,
    needs: statusProbes,
    check: (view) => checkStatus(view, statusProbes),
  },
  {
    id: "REG-PATH-01",
    level: "MUST",
    title: "A path that ends with a slash works as written.",
    section: "4.1",
    selects: { about: "operations whose path ends with a slash", test: (operation) => operation.path.endsWith("/") },
    needs: ["json"],
    check: (view) => {
      const { status } = view.answer("json");
      if (status === 404 || (status >= 300 && status <= 399))
        return verdict([
          { probe: "json", at: "status", expected: `200 at ${view.operation.path}`, found: String(status) },
        ]);
      // Other statuses are not about the path: REG-STATUS-01 judges them.
      view.accepted("json");
      return pass;
    },
  },
  {
    id: "REG-JSON-01",
    level: "MUST",
    title: "A JSON response is one well-formed JSON text in UTF-8, without a byte order mark.",
    section: "4.6",
    selects: every,
    needs: rowProbes,
    check: (view) => eachAnswer(view, rowProbes, (probe) => wellFormed(view, probe)),
  },
  {
    id: "REG-JSON-02",
    level: "MUST",
    title: "A JSON response is an array, even when there is nothing to list.",
    section: "4.1",
    selects: every,
    needs: rowProbes,
    check: (view) => eachAnswer(view, rowProbes, (probe) => isArray(view, probe)),
  },
  {
    id: "REG-JSON-03",
    level: "MUST",
    title: "Every item of the array is an object.",
    section: "4.1",
    selects: every,
    needs: rowProbes,
    check: (view) => eachRow(view, (probe) => itemsAreObjects(view, probe)),
  },
  {
    id: "REG-JSON-04",
    level: "MUST",
    title: "No object repeats a field.",
    section: "2.2",
    selects: every,
    needs: rowProbes,
    check: (view) => eachRow(view, (probe) => rowFindings(view, probe, (kind) => kind === "twice"), objects),
  },
  {
    id: "REG-JSON-05",
    level: "SHOULD",
    title: "A JSON response declares a JSON content type.",
    section: "4.6",
    selects: every,
    needs: ["json"],
    check: (view) => verdict(contentType("json", view.accepted("json"))),
  },
];
