import { getIntrospectionQuery } from "graphql";
import { serverAudits } from "graphql-http";
import { casesSchema, isCourt, type NamedCase, type QueryField, queryFields } from "../contract/cases.ts";
import { bodiless, type NoAnswer, type Reply } from "../evidence/answer.ts";
import { asksTooLong, saysLater } from "../evidence/asks-to-wait.ts";
import { type Audit, type CasesReplies, fieldValue, graphResult, nameOfCase } from "../evidence/cases-view.ts";
import { present } from "../evidence/datum.ts";
import type { WireRequest } from "../evidence/request.ts";
import { documents } from "../generated/court-cases.ts";
import type { Asking } from "./ask.ts";
import type { Random } from "./random.ts";
import { retryDelay } from "./retry.ts";
import { typedDocument } from "./typed-document.ts";

export interface CasesTarget {
  url: string;
  headers: Readonly<Record<string, string>>;
  cases: readonly NamedCase[];
}

/** After so many queries in a row without a response, no other is sent: each takes the whole timeout, three times. */
const silentQueries = 3;

/** A mark that no court issued: its year predates any register. */
const unknownMark = (random: Random): string => `Xx-${random.integer(100_000, 999_999)}/1001`;

function request(
  name: string,
  target: CasesTarget,
  query: string,
  variables: NamedCase | undefined,
  asText: boolean,
): WireRequest {
  // The court's id is inserted as digits: as a number, a long one would be rounded.
  const values =
    variables === undefined
      ? ""
      : `,"variables":{"oznakaBroj":${JSON.stringify(variables.mark)},"sud":${asText ? `"${variables.court}"` : variables.court}}`;
  return {
    id: `graphql ${name}`,
    method: "POST",
    url: target.url,
    headers: {
      "content-type": "application/json",
      accept: "application/graphql-response+json, application/json",
      ...target.headers,
    },
    body: `{"query":${JSON.stringify(query)}${values}}`,
  };
}

/** The audits of what is a MUST in GraphQL over HTTP; the contract shows no transport, so they are only observed. */
function mustAudits(target: CasesTarget, send: (wire: WireRequest) => Promise<Reply>): ReturnType<typeof serverAudits> {
  const fetchFn = async (url: string, init: RequestInit = {}): Promise<Response> => {
    const headers = { ...target.headers, ...Object.fromEntries(new Headers(init.headers)) };
    const body = typeof init.body === "string" ? { body: init.body } : {};
    const result = await send({
      id: "graphql audit",
      method: init.method === "POST" ? "POST" : "GET",
      url,
      headers,
      ...body,
    });
    if (result.kind === "no answer") throw new Error(result.problem);
    return new Response(bodiless.has(result.status) ? null : result.text, {
      status: Math.max(200, result.status),
      headers: result.headers,
    });
  };
  return serverAudits({ url: target.url, fetchFn }).filter(({ name }) => name.startsWith("MUST"));
}

/** The maximum number of requests to interface B, with so many named cases. */
export function countCaseRequests(
  cases: number,
  withAudits: boolean,
  fields: readonly QueryField[] = queryFields,
): number {
  const nowhere: CasesTarget = { url: "http://localhost/", headers: {}, cases: [] };
  const audits = withAudits ? mustAudits(nowhere, () => Promise.reject(new Error("only counted"))).length : 0;
  const named = fields.some(({ name }) => name === "predmet") ? cases : 0;
  // Besides the query fields: introspection, and the document of every type.
  return fields.length + 2 + named + (named > 0 ? 1 : 0) + audits;
}

/** Sends a request, again while its reply is one to repeat, and waits as long as the service asks for. */
async function sendAgain(
  { exchange, clock }: Asking,
  wire: WireRequest,
  isToRepeat: (reply: Reply) => boolean,
): Promise<{ initial: Reply; result: Reply }> {
  const initial = await exchange.send(wire);
  let result = initial;
  for (let attempt = 1; isToRepeat(result); attempt += 1) {
    const wait = retryDelay(result, attempt);
    if (wait === undefined || exchange.left() === 0) break;
    if (saysLater(result) && wait > 0) exchange.slowDown();
    await clock.sleep(wait);
    result = await exchange.send(wire);
  }
  return { initial, result };
}

const hasFailed = (reply: Reply): boolean => reply.kind === "no answer" || saysLater(reply) || reply.status >= 500;

const hasData = (reply: Reply): boolean => graphResult(reply)?.data?.kind === "object";

/** Whether a service answers a query with errors alone, as one that it cannot run. */
const isInvalid = (reply: Reply): boolean => graphResult(reply) !== undefined && !hasData(reply);

const isSilent = (reply: Reply): boolean => reply.kind === "no answer" && reply.unseen !== true;

/** Whether a service did not get to a query that was sent: then it says nothing about the query. */
const isMissed = (reply: Reply): boolean => isSilent(reply) || saysLater(reply);

/** Sends everything that the requirements of interface B need. */
export async function askCases(
  asking: Asking,
  target: CasesTarget,
  random: Random,
  withAudits: boolean,
): Promise<CasesReplies> {
  const replies = new Map<string, Reply>();
  // The contract does not show which form a BigInteger has in a request. Once only a string got data, all others are strings.
  let asText = false;
  let silent = 0;
  const ask = async (name: string, query: string, variables?: NamedCase): Promise<void> => {
    const last = [...replies.values()].at(-1);
    if (silent === silentQueries && last !== undefined) {
      replies.set(name, last);
      return;
    }
    const send = () => sendAgain(asking, request(name, target, query, variables, asText), hasFailed);
    let { initial, result } = await send();
    if (variables !== undefined && !asText && isInvalid(result)) {
      asText = true;
      const second = await send();
      asText = hasData(second.result);
      if (asText || isMissed(second.result)) ({ initial, result } = second);
    }
    const tooLong = asksTooLong(result);
    if (tooLong !== undefined) asking.exchange.close(tooLong);
    silent = isSilent(result) ? silent + 1 : 0;
    replies.set(name, intermittent(initial, result) ?? result);
  };
  await ask("introspection", getIntrospectionQuery({ descriptions: false }));
  for (const { name } of queryFields) if (name !== "predmet") await ask(name, documents[name] ?? "");

  const names = queryFields.map(({ name }) => name);
  const looksUp = names.includes("predmet");
  const predmet = documents.predmet ?? "";
  const cases = looksUp ? target.cases : [];
  const [first] = cases;
  const courts = courtIds(replies.get("sudovi"));
  const unknown = { mark: unknownMark(random), court: first?.court ?? courts[0] ?? "1" };
  if (looksUp) await ask("unknown case", predmet, unknown);
  // A service may refuse an unknown case with any status, and without data.
  await ask("typed", typedDocument(casesSchema, names), looksUp ? (first ?? unknown) : undefined);
  for (const [index, one] of cases.entries()) await ask(nameOfCase(index), predmet, one);
  if (first !== undefined) {
    const other = courts.find((court) => BigInt(court) !== BigInt(first.court)) ?? String(BigInt(first.court) + 1n);
    await ask("case 1 at another court", predmet, { mark: first.mark, court: other });
  }
  await lookAgain(asking, replies);
  const isOver = silent === silentQueries;
  return { replies, audits: withAudits ? await runAudits(asking, target, replies.get("introspection"), isOver) : [] };
}

/** Sends what failed again, after everything else: an outage that has ended since is no failure of the queries that it hit. */
async function lookAgain({ exchange }: Asking, replies: Map<string, Reply>): Promise<void> {
  const failed = [...replies].filter(([, reply]) => reply.kind === "answer" && reply.status >= 500);
  if (failed.length === replies.size) return;
  for (const [name, reply] of failed) {
    const again = await exchange.send(reply.request);
    replies.set(name, intermittent(reply, again, "after the other queries") ?? reply);
  }
}

/** A query that failed, but not when it was repeated: it cannot be judged. */
function intermittent(initial: Reply, result: Reply, when = "on retry"): NoAnswer | undefined {
  if (initial.kind === "no answer" || initial.status < 500 || saysLater(initial)) return undefined;
  if (result.kind === "no answer" || result.status >= 500) return undefined;
  const problem = `status ${initial.status}, then ${result.status} ${when}: an intermittent failure`;
  return { kind: "no answer", request: result.request, problem, final: true };
}

async function runAudits(
  asking: Asking,
  target: CasesTarget,
  introspection: Reply | undefined,
  isSilentAlready: boolean,
): Promise<Audit[]> {
  const isHidden = fieldValue(graphResult(introspection), "__schema") === undefined;
  // Audits only observe: that the service wants a long pause, or does not respond, ends them, not the run.
  let isOver = isSilentAlready;
  let silent = 0;
  const send = async (wire: WireRequest): Promise<Reply> => {
    const { result } = await sendAgain(asking, wire, saysLater);
    silent = isSilent(result) ? silent + 1 : 0;
    isOver ||= asksTooLong(result) !== undefined || silent === silentQueries;
    // Neither shows what the audit asks about, and some audits query the schema.
    if (saysLater(result) || (isHidden && wire.body?.includes("__type("))) throw new Error("no response to the audit");
    return result;
  };
  const results: Audit[] = [];
  for (const audit of mustAudits(target, send)) {
    if (isOver || asking.exchange.left() === 0) {
      results.push({ id: audit.id, name: audit.name, status: "not run" });
      continue;
    }
    try {
      const { status } = await audit.fn();
      results.push({ id: audit.id, name: audit.name, status });
    } catch {
      // An audit throws if it got no response.
      results.push({ id: audit.id, name: audit.name, status: "not run" });
    }
  }
  return results;
}

/** A longer text of digits is no id, and a very long one takes minutes to become a bigint. */
const maxIdLength = 20;

function courtIds(reply: Reply | undefined): string[] {
  const courts = fieldValue(graphResult(reply), "sudovi");
  if (courts?.kind !== "array") return [];
  return courts.items.flatMap((court) => {
    const id = court.kind === "object" ? present(court, "id") : undefined;
    return id !== undefined && "text" in id && id.text.length <= maxIdLength && isCourt(id.text) ? [id.text] : [];
  });
}
