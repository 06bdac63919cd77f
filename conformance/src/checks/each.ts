import type { Field } from "../contract/shape/operation.ts";
import { type Answer, notAcceptable } from "../evidence/answer.ts";
import { asksTooLong } from "../evidence/asks-to-wait.ts";
import type { Datum } from "../evidence/datum.ts";
import { looksLike } from "../evidence/json.ts";
import { type OperationView, type ProbeName, whyNone } from "../evidence/operation-view.ts";
import { type Finding, finding, NotJudged, notTested, type Outcome, verdict } from "../evidence/outcome.ts";
import { numericParameter, type Representation } from "../evidence/request.ts";
import type { IssueKind } from "../evidence/row-issues.ts";
import { must, observes, type RegisterRequirement, type Selector } from "./requirement.ts";
import type { Sentence } from "./sentence.ts";

/** Each probe for XML, with the one that sends the same request for JSON. */
export const pairs: ReadonlyMap<ProbeName, ProbeName> = new Map([
  ["xml", "json"],
  ["pageXml", "page"],
  ["pastXml", "past"],
  ["expandedXml", "expanded"],
  ["defaultXml", "default"],
]);

/** The probes for XML. */
export const xmlProbes: readonly ProbeName[] = [...pairs.keys()];

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

/** Names are judged in an object of nulls too, but `{}` has none. */
export const objects: JudgedRows = {
  isIn: (_, row) => row.kind === "object" && row.members.length > 0,
  without: "no row is an object with a field",
};

/** Judges the rows of each response, in one of the representations. If no row has what is judged, nothing is. */
export function eachRow(
  view: OperationView,
  as: Representation,
  check: (probe: ProbeName) => readonly Finding[],
  { isIn, without }: JudgedRows = anything,
): Outcome {
  const probes = as === "json" ? rowProbes : xmlProbes;
  const outcome = eachAnswer(view, probes, check);
  if (outcome.state !== "pass") return outcome;
  const rows = probes.flatMap((probe) => view.knownRows(probe) ?? []);
  if (rows.length === 0) return notTested(as === "json" ? anything.without : "the XML has no items");
  return rows.some((row) => isIn(view.operation.fields, row)) ? outcome : notTested(without);
}

export function itemsAreObjects(view: OperationView, probe: ProbeName): Finding[] {
  return [...view.rows(probe).entries()]
    .filter(([, row]) => row.kind !== "object")
    .map(([index, row]) => finding(probe, `/${index}`, "an object", row.kind));
}

/**
 * The requirement that judges each kind of issue, in each representation: the compiler refuses a kind that none judges. A time zone is
 * judged in JSON alone; if XML has another, the representations differ (REG-SAME-02).
 */
export const judges: Readonly<Record<IssueKind, Readonly<Record<Representation, string | undefined>>>> = {
  type: { json: "REG-TYPE-01", xml: "REG-XML-04" },
  fraction: { json: "REG-TYPE-02", xml: "REG-XML-04" },
  width: { json: "REG-TYPE-03", xml: "REG-XML-04" },
  "date-time": { json: "REG-TYPE-04", xml: "REG-XML-04" },
  email: { json: "REG-TYPE-05", xml: "REG-XML-04" },
  zone: { json: "REG-TYPE-06", xml: undefined },
  spelling: { json: "REG-TYPE-07", xml: "REG-XML-09" },
  schema: { json: "REG-TYPE-08", xml: "REG-XML-04" },
  name: { json: "REG-FIELD-01", xml: "REG-XML-03" },
  missing: { json: "REG-FIELD-02", xml: "REG-XML-05" },
  null: { json: "REG-FIELD-03", xml: "REG-XML-05" },
  twice: { json: "REG-JSON-04", xml: "REG-XML-03" },
};

/** What is wrong with the rows of a response, of the kinds that a requirement judges. */
export const findingsFor = (id: string, view: OperationView, probe: ProbeName): Finding[] =>
  rowFindings(view, probe, (kind) => judges[kind][view.representation(probe)] === id);

/** What is wrong with the rows of a response, of some kinds. */
export function rowFindings(view: OperationView, probe: ProbeName, isJudged: (kind: IssueKind) => boolean): Finding[] {
  const issues = view.issues(probe).filter(({ kind }) => isJudged(kind));
  return issues.map(({ at, expected, found }) => finding(probe, view.place(probe, at), expected, found));
}

/** Judges the content type of the response to a probe, which is named after what it asks for. */
export function contentType(probe: "json" | "xml", answer: Answer): Finding[] {
  const type = (answer.headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
  const fits = new RegExp(`^[\\w.-]+/(?:[\\w.+-]+\\+|x-)?${probe}$`).test(type);
  return fits
    ? []
    : [
        finding(
          probe,
          "header content-type",
          `${probe === "json" ? "a JSON" : "an XML"} media type`,
          type === "" ? "none" : type,
        ),
      ];
}

/**
 * Judges the status of a response. A 503 may be about the rate: nginx limits it so by default, without `Retry-After`. Returns nothing
 * for a 200, and for others a finding, or why the status is not judged.
 */
export function judgeStatus(
  view: OperationView,
  probe: ProbeName,
): { finding?: Finding; problem?: string; untested?: string } {
  const result = view.results.get(probe);
  if (result?.kind !== "asked") return {};
  const { reply, flaky, noRetryLeft, doubtful } = result;
  if (reply.kind === "no answer") return reply.unseen === true ? {} : { problem: whyNone(view.operation, reply) };
  // Left to REG-XML-08.
  if (result.request.as === "xml" && notAcceptable.has(reply.status)) return {};
  const tooLong = asksTooLong(reply);
  if (tooLong !== undefined) return { problem: tooLong };
  if (reply.status === 429) return { problem: "the service limits the request rate (status 429): try --rate" };
  if (reply.status === 404 && doubtful !== undefined) return { untested: `status 404: ${doubtful}` };
  if (reply.status !== 200 && noRetryLeft)
    return {
      problem: `status ${reply.status}, and no request left to retry: try ${reply.status === 503 ? "--rate, or " : ""}a higher --max-requests`,
    };
  if (reply.status !== 200) return { finding: finding(probe, "status", "200", String(reply.status)) };
  if (flaky === undefined) return {};
  return {
    problem: `${flaky}, then 200 on retry: an intermittent failure${flaky === "status 503" ? ", or too many requests: try --rate" : ""}`,
  };
}

export const list = (names: Iterable<string>): string => [...names].sort().join(", ");

/** Describes a body without its values. */
export function bodyShape(answer: Answer): string {
  const json = answer.json();
  if (json.ok && json.value.kind === "object")
    return `an object with ${list(json.value.members.map(({ name }) => name))}`;
  if (json.ok) return `a JSON ${json.value.kind}`;
  return looksLike(answer.text);
}

export function info(
  id: string,
  title: string,
  section: string,
  selects: Selector,
  needs: readonly ProbeName[],
  check: (view: OperationView) => Outcome,
  beyondMock?: "parameters" | "keys",
): RegisterRequirement {
  return observes({ id, title, section, selects, needs, check, ...(beyondMock && { beyondMock }) });
}

/** A numeric parameter of the request that a probe sent. */
export function sentNumber(view: OperationView, probe: ProbeName, name: string): number | undefined {
  const result = view.results.get(probe);
  return result?.kind === "asked" ? numericParameter(result.request, name) : undefined;
}

/** A requirement that judges each response on its own. */
export function single(
  id: string,
  title: string,
  judges: Sentence,
  selects: Selector,
  needs: readonly ProbeName[],
  check: (view: OperationView) => Outcome,
): RegisterRequirement {
  return must({ id, title, judges: [judges], selects, needs, beyondMock: "parameters", check });
}

/** A requirement that compares responses, in any order of rows. */
export const comparing = (...args: Parameters<typeof single>): RegisterRequirement => ({
  ...single(...args),
  compares: "in any order",
});

/** The probes that search. */
export const searchProbes: readonly ProbeName[] = ["active", "inactive", "named", "namedNext", "namedBeyondAscii"];

export const takesParameter = (name: string): Selector => ({
  about: `operations that take ${name}`,
  test: (operation) => operation.parameters.includes(name),
});
