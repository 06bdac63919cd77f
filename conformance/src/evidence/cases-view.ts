import { buildClientSchema, type GraphQLSchema } from "graphql";
import { type CasesContract, caseFieldNames, casesContract, type NamedCase } from "../contract/cases.ts";
import { counted } from "../shared/text.ts";
import type { Answer, Reply } from "./answer.ts";
import { type Datum, describeOther, member, present, type Show } from "./datum.ts";
import { looksLike } from "./json.ts";
import { NotJudged } from "./outcome.ts";

/** The result of one of graphql-http's audits. */
export interface Audit {
  id: string;
  name: string;
  status: "ok" | "notice" | "warn" | "error" | "not run";
}

/** What GraphQL answered, by the name of each request. */
export interface CasesReplies {
  replies: ReadonlyMap<string, Reply>;
  audits: readonly Audit[];
}

/** The name of the request for a named case. */
export const nameOfCase = (index: number): string => `case ${index + 1}`;

/** Why what only a known case shows is not tested. */
export const noCase = "no case was given (--case MARK@COURT)";

/** A GraphQL response. */
export interface GraphResult {
  data: Datum | undefined;
  errors: readonly Datum[];
}

/** Everything that a check of GraphQL can see. */
export interface CasesView {
  show: Show;
  cases: readonly NamedCase[];
  contract: CasesContract;
  /** The service's schema, by introspection. Not judged if introspection is off. */
  service: () => GraphQLSchema;
  /** Whether introspection is on; undefined if its request failed. */
  introspection: () => boolean | undefined;
  /** Whether the service has only errors for every query, as without its credentials. */
  isRefusing: boolean;
  /** The status of a response, even of one that is not from GraphQL. */
  status: (name: string) => number | undefined;
  /** The response to a request, by name. Not judged without one, or if the service refused it before GraphQL saw it. */
  answer: (name: string) => Answer;
  /** The response as a GraphQL result; undefined if it is not one. */
  result: (name: string) => GraphResult | undefined;
  /** What the errors of a result say. Not judged if they refuse the caller. */
  errors: (name: string, found: GraphResult) => string;
  /** What the result has for a query field, if it is not null. */
  value: (name: string, field: string) => Datum | undefined;
  audits: readonly Audit[];
}

/** Reads a response as a GraphQL result: an object with `data`, `errors`, or both. */
export function graphResult(reply: Reply | undefined): GraphResult | undefined {
  if (reply?.kind !== "answer") return undefined;
  const json = reply.json();
  if (!json.ok || json.value.kind !== "object") return undefined;
  const data = member(json.value, "data");
  const errors = member(json.value, "errors");
  if (data === undefined && errors === undefined) return undefined;
  if (errors?.kind === "array") return { data, errors: errors.items };
  return { data, errors: errors === undefined || errors.kind === "null" ? [] : [errors] };
}

/** What a result has for a query field, if it is not null. */
export const fieldValue = (result: GraphResult | undefined, field: string): Datum | undefined =>
  result?.data?.kind === "object" ? present(result.data, field) : undefined;

/** The code of an error, such as UNAUTHENTICATED, if it has one. */
function codeOf(error: Datum): string | undefined {
  const extensions = error.kind === "object" ? present(error, "extensions") : undefined;
  const code = extensions?.kind === "object" ? present(extensions, "code") : undefined;
  return code?.kind === "string" && /^[A-Z_]+$/.test(code.text) ? code.text : undefined;
}

/** Statuses and codes by which a service refuses its caller: the contract does not show what GraphQL wants of one. */
const refusingStatuses: ReadonlySet<number> = new Set([401, 403]);
const refusingCodes: ReadonlySet<string | undefined> = new Set(["UNAUTHENTICATED", "FORBIDDEN"]);

/** Whether a result refuses the caller: by its status, or by nothing but errors that say so. */
export const refusesCaller = ({ errors }: GraphResult, status: number): boolean =>
  refusingStatuses.has(status) || (errors.length > 0 && errors.every((one) => refusingCodes.has(codeOf(one))));

const refusal = (what: string): NotJudged =>
  new NotJudged("error", `${what}: the service wants other credentials (--graphql-header)`);

/** Maximum length of a message that is shown. A longer one is left out, not cut: reports redact whole secrets only. */
const maxMessage = 300;

/** One step of an error's path: a field of the contract, or the index of an item. Anything else may be a value. */
function describeStep(step: Datum, show: Show): string {
  if (!("text" in step)) return "…";
  const isSafe = step.kind === "string" ? caseFieldNames.has(step.text) : /^\d{1,6}$/.test(step.text);
  return isSafe || show === "values" ? step.text : "…";
}

/**
 * Names the errors of a result: how many, and of the first its code, such as UNAUTHENTICATED, and its place. What it says may
 * quote personal data, so only a user who asked for values sees it.
 */
export function describeErrors({ errors }: GraphResult, show: Show): string {
  const [first] = errors;
  const count = counted(errors.length, "error");
  if (first?.kind !== "object") return count;
  const path = present(first, "path");
  const message = present(first, "message");
  const code = codeOf(first);
  const name = code === undefined ? "" : ` ${code}`;
  const steps = path?.kind === "array" ? path.items.map((step) => describeStep(step, show)) : [];
  const at = steps.length === 0 ? "" : ` at /data/${steps.join("/")}`;
  const isText = message?.kind === "string" && message.text.length <= maxMessage;
  const says = show === "values" && isText ? `: ${message.text}` : "";
  // In one line: of the control characters, only a tab can be in a secret.
  const what = `${name}${at}${says}`.replace(/[^\P{Cc}\t]+/gu, " ");
  return `${count}${errors.length > 1 && what !== "" ? ", the first" : ""}${what}`;
}

/** Names a response that is not from GraphQL. */
export function describeForeign({ status, text, json }: Answer): string {
  const body = json();
  return `status ${status} with ${body.ok ? describeOther(body.value) : looksLike(text)}, and no GraphQL response`;
}

/** Whether a result has errors and nothing else. */
const isOnlyErrors = ({ data, errors }: GraphResult): boolean =>
  errors.length > 0 && !(data?.kind === "object" && data.members.some(({ value }) => value.kind !== "null"));

/** Throws if a response cannot be judged: the service refuses its caller, or something other than GraphQL may be there. */
function throwUnjudged(
  one: Answer,
  name: string,
  replies: CasesReplies["replies"],
  isRefusing: boolean,
  show: Show,
): void {
  const result = graphResult(one);
  // If every query gets errors, that is not judged, whatever the status: the contract does not show what GraphQL wants of callers.
  if (result !== undefined && !(isRefusing && isOnlyErrors(result))) return;
  if (refusingStatuses.has(one.status)) throw refusal(`status ${one.status}`);
  if (one.status === 429 || (one.status >= 500 && isRefusing)) throw new NotJudged("error", `status ${one.status}`);
  if (result !== undefined && name !== "introspection")
    throw new NotJudged(
      "error",
      `no query got data (${describeErrors(result, show)}): does the service want credentials (--graphql-header)?`,
    );
  // A query without a GraphQL response is the service's failure, and so is other JSON. If no query gets one, something else may
  // be at that address, such as an application that answers every path: the contract does not show where GraphQL is.
  const isJson = one.status === 200 && one.json().ok;
  if (!isJson && ![...replies.values()].some((other) => graphResult(other) !== undefined))
    throw new NotJudged(
      "error",
      `status ${one.status} with ${looksLike(one.text)}, and no query got a GraphQL response: is --graphql-url right?`,
    );
}

/** The service's schema. Not judged if introspection is off, or its response is not a schema. */
function readSchema(replies: CasesReplies["replies"], answer: CasesView["answer"], show: Show): GraphQLSchema {
  const isGraph = (name: string): boolean => graphResult(replies.get(name)) !== undefined;
  const isGraphQL = [...replies.keys()].some(isGraph);
  const asked = replies.get("introspection");
  // A closed connection may be a refusal too, unless a retry is pointless, or has succeeded.
  const isFinal = asked?.kind === "no answer" && asked.final;
  const refused = !isFinal && !isGraph("introspection") && isGraphQL;
  const reply = refused ? undefined : graphResult(answer("introspection"));
  if (!isGraphQL) throw new NotJudged("not tested", "no query got a GraphQL response");
  if (fieldValue(reply, "__schema")?.kind !== "object")
    throw new NotJudged(
      "not tested",
      "introspection is off, so switch it on for the suite: what may be null, and which scalar a field has, is not judged without it; the rest is, by documents that select everything (CASE-QUERY-01, CASE-SCHEMA-07) and by values (CASE-TYPE)",
    );
  try {
    return buildClientSchema(JSON.parse(answer("introspection").text).data);
  } catch (error) {
    // The message quotes what the service sent.
    const why = show === "values" && error instanceof Error ? `: ${error.message.split("\n")[0]}` : "";
    throw new NotJudged("not tested", `the introspection response is not a schema${why}`);
  }
}

export function casesView(
  { replies, audits }: CasesReplies,
  cases: readonly NamedCase[],
  show: Show,
  contract: CasesContract = casesContract,
): CasesView {
  // Services that refuse callers may still describe their schema to them.
  const isRefusing = [...replies].every(([name, one]) => {
    const result = graphResult(one);
    return name === "introspection" || result === undefined || isOnlyErrors(result);
  });
  const answer = (name: string): Answer => {
    const one = replies.get(name);
    if (one === undefined) throw new NotJudged("not tested", noCase);
    if (one.kind === "no answer") throw new NotJudged(one.unseen === true ? "not tested" : "error", one.problem);
    throwUnjudged(one, name, replies, isRefusing, show);
    return one;
  };
  const result = (name: string): GraphResult | undefined => graphResult(answer(name));
  let known: GraphQLSchema | undefined;
  const service = (): GraphQLSchema => (known ??= readSchema(replies, answer, show));

  return {
    show,
    cases,
    contract,
    service,
    introspection: () => {
      try {
        service();
        return true;
      } catch (error) {
        return error instanceof NotJudged && error.outcome.state === "not tested" ? false : undefined;
      }
    },
    isRefusing,
    status: (name) => {
      const one = replies.get(name);
      return one?.kind === "answer" ? one.status : undefined;
    },
    answer,
    result,
    errors: (name, found) => {
      const { status } = answer(name);
      const what = describeErrors(found, show);
      if (refusesCaller(found, status)) throw refusal(refusingStatuses.has(status) ? `status ${status}` : what);
      return what;
    },
    value: (name, field) => fieldValue(result(name), field),
    audits,
  };
}
