import { totalHeader } from "../contract/operations.ts";
import type { Operation } from "../contract/shape/operation.ts";
import type { Answer, NoAnswer, Reply } from "./answer.ts";
import type { Datum, ObjectDatum, Show } from "./datum.ts";
import { NotJudged } from "./outcome.ts";
import type { RegisterRequest } from "./request.ts";
import { type Issue, rowIssues } from "./row-issues.ts";
import { type XmlElement, xmlRows } from "./xml.ts";

/** The result of a probe: what it asks for, and a response, none, or the reason why it was not sent. */
export type ProbeResult = { about: string } & (
  | {
      kind: "asked";
      request: RegisterRequest;
      reply: Reply;
      /** What the first attempt got, if only a later one succeeded. */
      flaky?: string;
      /** Set if a failure was not retried, because no request was left for that. */
      noRetryLeft?: true;
      /** Set if valid keys got the same refusal: the service limits the rate, or is busy. */
      forAll?: true;
      /** The smaller limit that was refused before this request was accepted. */
      refusedLimit?: number;
    }
  | { kind: "not asked"; reason: string }
);

/** The name of a request that requirements can need: each subject has its own. */
export type ProbeName = string;

/** Results by probe, in the order sent. */
export type ProbeResults = ReadonlyMap<ProbeName, ProbeResult>;

/** Everything that a check can see: the responses of one operation, parsed when first needed. */
export interface OperationView {
  operation: Operation;
  show: Show;
  /** What a probe asked for, in the words of a sentence. */
  about: (probe: ProbeName) => string;
  results: ProbeResults;
  /** The response to a probe, whatever its status. Not judged without one. */
  answer: (probe: ProbeName) => Answer;
  /** The response, if its status is 200; otherwise not judged. */
  accepted: (probe: ProbeName) => Answer;
  /** The items of a JSON response. Not judged unless it was a 200 with an array. */
  rows: (probe: ProbeName) => readonly Datum[];
  /** The items that are objects. */
  objects: (probe: ProbeName) => readonly ObjectDatum[];
  /** The items, for what can do without them: undefined unless the response was a 200 with an array. */
  knownRows: (probe: ProbeName) => readonly Datum[] | undefined;
  issues: (probe: ProbeName) => readonly Issue[];
  /** The response to a request for XML. Not judged if it is JSON. */
  xmlAnswer: (probe: ProbeName) => Answer;
  xmlRoot: (probe: ProbeName) => XmlElement;
  xmlRows: (probe: ProbeName) => readonly Datum[];
  xmlIssues: (probe: ProbeName) => readonly Issue[];
  /** The total that a response promises, if it is a count. */
  total: (probe: ProbeName) => number | undefined;
  /** Whether the first rows are known to be all rows. */
  isWhole: () => boolean;
}

export function operationView(operation: Operation, results: ProbeResults, show: Show): OperationView {
  const about = (probe: ProbeName): string => results.get(probe)?.about ?? probe;
  const answer = (probe: ProbeName): Answer => {
    const result = results.get(probe);
    if (result === undefined) throw new NotJudged("not applicable", `the operation is not asked for ${about(probe)}`);
    if (result.kind === "not asked") throw new NotJudged("not tested", result.reason);
    if (result.reply.kind === "no answer")
      throw new NotJudged(result.reply.unseen === true ? "not tested" : "error", whyNone(operation, result.reply));
    return result.reply;
  };

  const accepted = (probe: ProbeName): Answer => {
    const one = answer(probe);
    if (one.status !== 200)
      throw new NotJudged("not tested", `the request for ${about(probe)} got status ${one.status}`);
    return one;
  };

  const rows = (probe: ProbeName): readonly Datum[] => itemsOf(accepted(probe), about(probe));

  const xmlAnswer = (probe: ProbeName): Answer => {
    const one = accepted(probe);
    if (isJsonInstead(one))
      throw new NotJudged(
        "not tested",
        "the service returned JSON when asked for XML (see REG-XML-08; --xml-by sets how to ask)",
      );
    return one;
  };

  const xmlRoot = (probe: ProbeName): XmlElement => rootOf(xmlAnswer(probe));

  const objects = (probe: ProbeName): readonly ObjectDatum[] => rows(probe).filter((row) => row.kind === "object");
  const xmlItems = remember((probe) => xmlRows(xmlRoot(probe), operation.fields));

  return {
    operation,
    show,
    about,
    results,
    answer,
    accepted,
    rows,
    objects,
    knownRows: (probe) => readRows(results.get(probe)),
    issues: remember((probe) => rowIssues(operation, rows(probe), show)),
    xmlAnswer,
    xmlRoot,
    xmlRows: xmlItems,
    xmlIssues: remember((probe) => rowIssues(operation, xmlItems(probe), show)),
    total: (probe) => readTotal(results.get(probe)),
    isWhole: () => isWhole(operation, results),
  };
}

function rootOf(answer: Answer): XmlElement {
  const xml = answer.xml();
  if (!xml.ok)
    throw new NotJudged(
      "not tested",
      `the XML ${answer.unreadable === undefined ? "is not well-formed" : "cannot be read"}: ${xml.problem}`,
    );
  return xml.root;
}

/** The items of a response. Not judged unless it is an array. */
function itemsOf(answer: Answer, about: string): readonly Datum[] {
  const json = answer.json();
  if (!json.ok) throw new NotJudged("not tested", `the response for ${about} is ${json.problem}`);
  if (json.value.kind !== "array") throw new NotJudged("not tested", `the response for ${about} is not an array`);
  return json.value.items;
}

/** The value for each probe, computed when it is first needed. */
function remember<T>(make: (probe: ProbeName) => T): (probe: ProbeName) => T {
  const known = new Map<ProbeName, T>();
  return (probe) => {
    const value = known.get(probe) ?? make(probe);
    known.set(probe, value);
    return value;
  };
}

/** Whether the first rows are known to be all rows. */
function isWhole(operation: Operation, results: ProbeResults): boolean {
  const count = readRows(results.get("json"))?.length;
  if (count === undefined || !operation.paged) return count !== undefined;
  return operation.declaresTotal
    ? readTotal(results.get("json")) === count
    : isAll(count, readRows(results.get("edge"))?.length);
}

/** Why there was no response; if it was too large, with the likely reason. */
export const whyNone = ({ paged }: Operation, { problem, tooLarge }: NoAnswer): string =>
  `${problem}${paged && tooLarge ? ": does the service ignore limit?" : ""}`;

/**
 * Whether the first rows are all rows: then a page from the last of them on has only that one. A single first row does not show it: the service
 * may return one row at a time.
 */
export const isAll = (first: number, edge: number | undefined): boolean => first > 1 && edge === 1;

/** The response of a result, whatever its status. */
export function answerOf(result: ProbeResult | undefined): Answer | undefined {
  return result?.kind === "asked" && result.reply.kind === "answer" ? result.reply : undefined;
}

/** The response of a result, if its status is 200. */
export function acceptedOf(result: ProbeResult | undefined): Answer | undefined {
  const answer = answerOf(result);
  return answer?.status === 200 ? answer : undefined;
}

/** The items of a result, if it is a 200 with a JSON array. */
export function readRows(result: ProbeResult | undefined): readonly Datum[] | undefined {
  const json = acceptedOf(result)?.json();
  return json?.ok === true && json.value.kind === "array" ? json.value.items : undefined;
}

/** The promised total of a result, if it is a count. */
export function readTotal(result: ProbeResult | undefined): number | undefined {
  const text = answerOf(result)?.headers[totalHeader];
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : undefined;
}

/** Whether a response to a request for XML is JSON, and not labelled as XML: then XML has to be requested in another way. */
export function isJsonInstead(answer: Answer): boolean {
  return !/[/+]xml\b/i.test(answer.headers["content-type"] ?? "") && answer.json().ok;
}
