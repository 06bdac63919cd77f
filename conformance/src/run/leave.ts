import type { Operation } from "../contract/operation.ts";
import type { Reply } from "../evidence/answer.ts";
import type { RegisterRequest } from "../evidence/request.ts";
import type { Exchange } from "../exchange/exchange.ts";

/** An entry of the run's diary, which shows `settle` whether the service was up when a request failed. */
export interface DiaryEntry {
  /** The name of an operation. */
  operation: string;
  /** The status; undefined without a response. */
  status: number | undefined;
}

/** Requests that may alone get no response: a service may be slow to write XML. */
type Kind = "requests" | "requests for XML";

/** One without a valid key is sent all the same: only it can show whether that operation returns data. */
const kindsOf = ({ as, key }: RegisterRequest): Kind[] =>
  as === "xml" && key === "valid" ? ["requests", "requests for XML"] : ["requests"];

/** What a run knows of a service that does not respond, or asks to be left alone. */
export interface Leaving {
  exchange: Exchange;
  diary: DiaryEntry[];
  /** What is not asked again, because it asked for too long a wait or does not respond, and why: operations, and requests for XML. */
  waits: Map<string, string>;
  /** The operations of the last requests of a kind, since one got a response. */
  silence: Map<Kind, readonly string[]>;
  /** Whether no operation returned 200 since one did so: if the next one asks for a wait too, the whole service does. */
  isWaiting: boolean;
}

/** So many requests in a row without a 200 are an outage, which retries would only prolong. */
const outage = 6;

/** After so many operations in a row without a response, no other is asked: each request takes the whole timeout. */
const silentOperations = 4;

export const isOutage = ({ diary }: Pick<Leaving, "diary">): boolean =>
  diary.length >= outage && diary.slice(-outage).every(({ status }) => status !== 200);

/**
 * Leaves an operation alone that asked for too long a wait: its rate may be limited on its own. If the next operation asks for one
 * too, no other is asked to find out more.
 */
export function leave(asking: Leaving, { name }: Operation, why: string): void {
  if (asking.isWaiting) asking.exchange.close(why);
  asking.isWaiting = true;
  asking.waits.set(name, why);
}

/** What to say of a request that is not sent, because its operation is left alone, or XML is. */
export function whyLeft({ waits }: Leaving, request: RegisterRequest): string | undefined {
  const { name } = request.operation;
  const places = [name, ...kindsOf(request).flatMap((kind) => [`${name} ${kind}`, kind])];
  return places.map((place) => waits.get(place)).find((why) => why !== undefined);
}

/**
 * Leaves an operation alone once so many requests in a row got no response, and the service once so many operations did not
 * respond: a firewall that drops packets would otherwise take hours. If only requests for XML get no response, no more of them
 * are sent.
 */
export function leaveSilent({ silence, exchange, waits }: Leaving, request: RegisterRequest, reply: Reply): void {
  const { name } = request.operation;
  for (const kind of kindsOf(request)) {
    const silent = reply.kind === "answer" || reply.tooLarge ? [] : [...(silence.get(kind) ?? []), name];
    silence.set(kind, silent);
    if (reply.kind === "answer" || silent.length < outage) continue;
    const why = `the last ${silent.length} ${kind} got no response: ${reply.problem}`;
    const isAll = kind === "requests";
    waits.set(isAll ? name : `${name} ${kind}`, why);
    if (new Set(silent).size < silentOperations) continue;
    if (isAll) exchange.close(why);
    else waits.set(kind, why);
  }
}
