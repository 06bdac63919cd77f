import { totalHeader } from "../contract/operations.ts";
import type { Operation } from "../contract/shape/operation.ts";
import type { Answer, NoAnswer, Reply } from "./answer.ts";
import type { Datum, ObjectDatum, Show } from "./datum.ts";
import { NotJudged } from "./outcome.ts";
import type { RegisterRequest, Representation } from "./request.ts";
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
      /** Why the service may not have what the path names, if that is not certain. */
      doubtful?: string;
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
export class OperationView {
  readonly operation: Operation;
  readonly results: ProbeResults;
  readonly show: Show;
  readonly #rows = new Map<ProbeName, readonly Datum[]>();
  readonly #issues = new Map<ProbeName, readonly Issue[]>();

  constructor(operation: Operation, results: ProbeResults, show: Show) {
    this.operation = operation;
    this.results = results;
    this.show = show;
  }

  /** What a probe asked for, in the words of a sentence. */
  about(probe: ProbeName): string {
    return this.results.get(probe)?.about ?? probe;
  }

  /** The response to a probe, whatever its status. Not judged without one. */
  answer(probe: ProbeName): Answer {
    const result = this.results.get(probe);
    if (result === undefined)
      throw new NotJudged("not applicable", `the operation is not asked for ${this.about(probe)}`);
    if (result.kind === "not asked") throw new NotJudged("not tested", result.reason);
    const { reply } = result;
    if (reply.kind === "no answer")
      throw new NotJudged(reply.unseen === true ? "not tested" : "error", whyNone(this.operation, reply));
    return reply;
  }

  /** The response, if its status is 200; otherwise not judged. */
  accepted(probe: ProbeName): Answer {
    const answer = this.answer(probe);
    if (answer.status === 200) return answer;
    throw new NotJudged("not tested", `the request for ${this.about(probe)} got status ${answer.status}`);
  }

  /** The response to a request for JSON. Not judged if it is the operation's XML: how a representation is chosen is not shown. */
  jsonAnswer(probe: ProbeName): Answer {
    const answer = this.accepted(probe);
    const xml = answer.json().ok ? undefined : answer.xml();
    if (xml?.ok !== true || xml.root.name !== this.operation.xmlRoot) return answer;
    throw new NotJudged("error", "the service returned XML when asked for JSON: does --xml-by have to say how to ask?");
  }

  /** The response to a request for XML. Not judged if it is JSON. */
  xmlAnswer(probe: ProbeName): Answer {
    const answer = this.accepted(probe);
    if (!isJsonInstead(answer)) return answer;
    throw new NotJudged(
      "not tested",
      "the service returned JSON when asked for XML (see REG-XML-08; --xml-by sets how to ask)",
    );
  }

  xmlRoot(probe: ProbeName): XmlElement {
    const answer = this.xmlAnswer(probe);
    const xml = answer.xml();
    if (xml.ok) return xml.root;
    const what = answer.unreadable === undefined ? "is not well-formed" : "cannot be read";
    throw new NotJudged("not tested", `the XML ${what}: ${xml.problem}`);
  }

  /** The items of a response, in the representation that was asked for. Not judged unless it was a 200 with a list. */
  rows(probe: ProbeName): readonly Datum[] {
    const rows = this.#rows.get(probe) ?? this.knownRows(probe) ?? this.#whyNoRows(probe);
    this.#rows.set(probe, rows);
    return rows;
  }

  #whyNoRows(probe: ProbeName): never {
    const result = this.results.get(probe);
    if (result?.kind === "asked" && result.request.as === "xml") this.xmlRoot(probe);
    const json = this.accepted(probe).json();
    const wanted = this.operation.answer === "object" ? "not an object" : "not an array";
    throw new NotJudged("not tested", `the response for ${this.about(probe)} is ${json.ok ? wanted : json.problem}`);
  }

  /** The representation that a probe asks for. */
  representation(probe: ProbeName): Representation {
    const result = this.results.get(probe);
    return result?.kind === "asked" ? result.request.as : "json";
  }

  /** Where a place of the rows is in a response: `/3/drzava/naziv` is `/sjedisteArray/*[4]/drzava/naziv` in XML. */
  place(probe: ProbeName, pointer: string): string {
    const [, index = "0", ...rest] = pointer.split("/");
    const isObject = this.operation.answer === "object";
    if (this.representation(probe) === "json") return isObject ? ["", ...rest].join("/") || "body" : pointer;
    const item = isObject ? [] : [`*[${Number(index) + 1}]`];
    return ["", this.xmlRoot(probe).name, ...item, ...rest].join("/");
  }

  /** The items that are objects. */
  objects(probe: ProbeName): readonly ObjectDatum[] {
    return this.rows(probe).filter((row) => row.kind === "object");
  }

  /** The items, for what can do without them: undefined unless the response was a 200 with a list. */
  knownRows(probe: ProbeName): readonly Datum[] | undefined {
    return readRows(this.results.get(probe));
  }

  issues(probe: ProbeName): readonly Issue[] {
    const issues = this.#issues.get(probe) ?? rowIssues(this.operation, this.rows(probe), this.show);
    this.#issues.set(probe, issues);
    return issues;
  }

  /** The total that a response promises, if it is a count. */
  total(probe: ProbeName): number | undefined {
    return readTotal(this.results.get(probe));
  }
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

/** The items of a result, if it is a 200 with a list in the representation that was asked for. */
export function readRows(result: ProbeResult | undefined): readonly Datum[] | undefined {
  const answer = acceptedOf(result);
  if (result?.kind !== "asked" || answer === undefined) return undefined;
  const { as, operation } = result.request;
  if (as === "xml") {
    const xml = isJsonInstead(answer) ? undefined : answer.xml();
    return xml?.ok === true ? xmlRows(xml.root, operation) : undefined;
  }
  const json = answer.json();
  return json.ok ? jsonRows(json.value, operation) : undefined;
}

/** The rows of a JSON value: the items of a list, or one object; undefined if it is not what the operation returns. */
export function jsonRows(value: Datum, { answer }: Pick<Operation, "answer">): readonly Datum[] | undefined {
  if (answer === "object") return value.kind === "object" ? [value] : undefined;
  return value.kind === "array" ? value.items : undefined;
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
