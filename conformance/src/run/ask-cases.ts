import { getIntrospectionQuery } from "graphql";
import { serverAudits } from "graphql-http";
import { type CasesContract, casesContract, isCourt, type NamedCase, type QueryField } from "../contract/cases.ts";
import { bodiless, type NoAnswer, type Reply } from "../evidence/answer.ts";
import { asksTooLong, saysLater } from "../evidence/asks-to-wait.ts";
import { type Audit, type CasesReplies, fieldValue, graphResult, nameOfCase } from "../evidence/cases-view.ts";
import { present } from "../evidence/datum.ts";
import type { WireRequest } from "../evidence/request.ts";
import type { Attempts, Conversation } from "../exchange/conversation.ts";
import { isUnseen, QueryPatience } from "../exchange/patience.ts";
import type { Random } from "../shared/random.ts";
import { typedDocument } from "./typed-document.ts";

export interface CasesTarget {
  url: string;
  headers: Readonly<Record<string, string>>;
  cases: readonly NamedCase[];
}

/** A mark that no court issued: its year predates any register. */
const unknownMark = (random: Random): string => `Xx-${random.integer(100_000, 999_999)}/1001`;

/** A query of GraphQL. */
interface CaseQuery {
  name: string;
  /** What it is about: a query field, or the schema. */
  subject: string;
  document: string;
  variables?: NamedCase | undefined;
}

/** The maximum number of requests to GraphQL, with so many named cases. */
export function countCaseRequests(
  cases: number,
  withAudits: boolean,
  fields: readonly QueryField[] = casesContract.fields,
): number {
  const nowhere: CasesTarget = { url: "http://localhost/", headers: {}, cases: [] };
  const audits = withAudits ? mustAudits(nowhere, () => Promise.reject(new Error("only counted"))).length : 0;
  const named = fields.some(({ name }) => name === "predmet") ? cases : 0;
  // Besides the query fields: introspection, and the document of every type.
  return fields.length + 2 + named + (named > 0 ? 1 : 0) + audits;
}

/** Asks a service for everything that the requirements of GraphQL need. */
export async function askCases(
  conversation: Conversation,
  target: CasesTarget,
  contract: CasesContract,
  random: Random,
  withAudits: boolean,
): Promise<CasesReplies> {
  const asker = new CasesAsker(conversation, target, contract);
  await asker.askEverything(random);
  await asker.lookAgain();
  return { replies: asker.replies, audits: withAudits ? await asker.runAudits() : [] };
}

class CasesAsker {
  /** The last reply to each query, by its name. */
  readonly replies = new Map<string, Reply>();
  readonly #conversation: Conversation;
  readonly #target: CasesTarget;
  readonly #contract: CasesContract;
  readonly #patience = new QueryPatience();
  /** Whether a court is sent as a string. The contract does not show the form of a BigInteger, so a number is tried first. */
  #asText = false;

  constructor(conversation: Conversation, target: CasesTarget, contract: CasesContract) {
    this.#conversation = conversation;
    this.#target = target;
    this.#contract = contract;
  }

  async askEverything(random: Random): Promise<void> {
    const { schema, documents, fields } = this.#contract;
    const introspection = getIntrospectionQuery({ descriptions: false });
    await this.#ask({ name: "introspection", subject: "schema", document: introspection });
    for (const { name } of fields)
      if (name !== "predmet") await this.#ask({ name, subject: name, document: documents[name] ?? "" });

    const names = fields.map(({ name }) => name);
    const looksUp = names.includes("predmet");
    const cases = looksUp ? this.#target.cases : [];
    const [first] = cases;
    const courts = courtIds(this.replies.get("sudovi"));
    const unknown = { mark: unknownMark(random), court: first?.court ?? courts[0] ?? "1" };
    if (looksUp) await this.#lookUp("unknown case", unknown);
    await this.#ask({
      name: "typed",
      subject: "schema",
      document: typedDocument(schema, names),
      // A service may refuse an unknown case with any status, and without data.
      variables: looksUp ? (first ?? unknown) : undefined,
    });
    for (const [index, one] of cases.entries()) await this.#lookUp(nameOfCase(index), one);
    if (first === undefined) return;
    const other = courts.find((court) => BigInt(court) !== BigInt(first.court)) ?? String(BigInt(first.court) + 1n);
    await this.#lookUp("case 1 at another court", { mark: first.mark, court: other });
  }

  #lookUp(name: string, variables: NamedCase): Promise<void> {
    return this.#ask({ name, subject: "predmet", document: this.#contract.documents.predmet ?? "", variables });
  }

  /** Sends failed queries again, after all others: an outage that has ended by then does not count against the queries that it hit. */
  async lookAgain(): Promise<void> {
    const failed = [...this.replies].filter(([, reply]) => reply.kind === "answer" && reply.status >= 500);
    if (failed.length === this.replies.size) return;
    for (const [name, reply] of failed) {
      const again = await this.#conversation.send(reply.request);
      this.replies.set(name, intermittent(reply, again, "after the other queries") ?? reply);
    }
  }

  /** Sends a query, unless the last ones got no response. */
  async #ask(query: CaseQuery): Promise<void> {
    const last = [...this.replies.values()].at(-1);
    if (this.#patience.isOver && last !== undefined) {
      this.replies.set(query.name, last);
      return;
    }
    const asked = await this.#askInEitherForm(query);
    const tooLong = asksTooLong(asked.reply);
    if (tooLong !== undefined) this.#conversation.close(tooLong);
    this.#patience.note(asked.reply);
    this.replies.set(query.name, intermittent(asked.attempts[0], asked.reply) ?? asked.reply);
  }

  async #askInEitherForm(query: CaseQuery): Promise<Attempts> {
    const send = (): Promise<Attempts> => this.#conversation.ask(this.#request(query), { isToRepeat: hasFailed });
    const first = await send();
    if (query.variables === undefined || this.#asText || !isInvalid(first.reply)) return first;
    this.#asText = true;
    const second = await send();
    this.#asText = hasData(second.reply);
    return this.#asText || isMissed(second.reply) ? second : first;
  }

  #request({ name, subject, document, variables }: CaseQuery): WireRequest {
    // The court's id is inserted as digits: as a number, a long one would be rounded.
    const values =
      variables === undefined
        ? ""
        : `,"variables":{"oznakaBroj":${JSON.stringify(variables.mark)},"sud":${this.#asText ? `"${variables.court}"` : variables.court}}`;
    return {
      id: `graphql ${name}`,
      subject,
      method: "POST",
      url: this.#target.url,
      headers: {
        "content-type": "application/json",
        accept: "application/graphql-response+json, application/json",
        ...this.#target.headers,
      },
      body: `{"query":${JSON.stringify(document)}${values}}`,
    };
  }

  /** Runs the audits, which only observe. If the service wants a long pause, or does not respond, they end, and the run goes on. */
  async runAudits(): Promise<Audit[]> {
    const isHidden = fieldValue(graphResult(this.replies.get("introspection")), "__schema") === undefined;
    const patience = new QueryPatience();
    let isOver = this.#patience.isOver;
    const send = async (wire: WireRequest): Promise<Reply> => {
      const { reply } = await this.#conversation.ask(wire, { isToRepeat: saysLater });
      patience.note(reply);
      isOver ||= asksTooLong(reply) !== undefined || patience.isOver;
      // Such a response does not show what the audit asks about. Some audits query the schema, which may be hidden.
      if (saysLater(reply) || (isHidden && wire.body?.includes("__type("))) throw new Error("no response to the audit");
      return reply;
    };
    const results: Audit[] = [];
    for (const audit of mustAudits(this.#target, send)) {
      const { id, name } = audit;
      let status: Audit["status"] = "not run";
      try {
        if (!isOver && this.#conversation.left > 0) ({ status } = await audit.fn());
      } catch {
        // An audit throws if it got no response.
      }
      results.push({ id, name, status });
    }
    return results;
  }
}

/** The audits of what is a MUST in GraphQL over HTTP; the contract shows no transport, so they are only observed. */
function mustAudits(target: CasesTarget, send: (wire: WireRequest) => Promise<Reply>): ReturnType<typeof serverAudits> {
  const fetchFn = async (url: string, init: RequestInit = {}): Promise<Response> => {
    const headers = { ...target.headers, ...Object.fromEntries(new Headers(init.headers)) };
    const body = typeof init.body === "string" ? { body: init.body } : {};
    const result = await send({
      id: "graphql audit",
      subject: "schema",
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

const hasFailed = (reply: Reply): boolean => reply.kind === "no answer" || saysLater(reply) || reply.status >= 500;

const hasData = (reply: Reply): boolean => graphResult(reply)?.data?.kind === "object";

/** Whether a service answers a query with errors alone, as one that it cannot run. */
const isInvalid = (reply: Reply): boolean => graphResult(reply) !== undefined && !hasData(reply);

/** Whether a service did not get to a query that was sent: then it says nothing about the query. */
const isMissed = (reply: Reply): boolean => (reply.kind === "no answer" && !isUnseen(reply)) || saysLater(reply);

/** Why a query cannot be judged that failed at first and succeeded when it was repeated. */
function intermittent(initial: Reply | undefined, result: Reply, when = "on retry"): NoAnswer | undefined {
  if (initial?.kind !== "answer" || initial.status < 500 || saysLater(initial)) return undefined;
  if (result.kind === "no answer" || result.status >= 500) return undefined;
  const problem = `status ${initial.status}, then ${result.status} ${when}: an intermittent failure`;
  return { kind: "no answer", request: result.request, problem, final: true };
}

/** Maximum length of a court's id. A very long text of digits would take minutes to become a bigint. */
const maxIdLength = 20;

function courtIds(reply: Reply | undefined): string[] {
  const courts = fieldValue(graphResult(reply), "sudovi");
  if (courts?.kind !== "array") return [];
  return courts.items.flatMap((court) => {
    const id = court.kind === "object" ? present(court, "id") : undefined;
    return id !== undefined && "text" in id && id.text.length <= maxIdLength && isCourt(id.text) ? [id.text] : [];
  });
}
