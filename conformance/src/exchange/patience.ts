import type { Reply } from "../evidence/answer.ts";
import { asksTooLong } from "../evidence/asks-to-wait.ts";
import type { RegisterRequest } from "../evidence/request.ts";

/** What an operation returned to one request with a valid key. */
export interface LogEntry {
  /** The name of an operation. */
  operation: string;
  /** The status; undefined without a response. */
  status: number | undefined;
}

/** Requests that may alone get no response: a service may be slow to write XML. */
type RequestKind = "requests" | "requests for XML";

/** The kinds that a request belongs to. Without a valid key, XML is always asked for: only that shows whether the operation returns data. */
const kindsOf = ({ as, key }: RegisterRequest): RequestKind[] =>
  as === "xml" && key === "valid" ? ["requests", "requests for XML"] : ["requests"];

/** So many requests in a row without a 200 are an outage, which retries would only prolong. */
const outage = 6;

/** After so many operations in a row without a response, no other is asked: each request takes the whole timeout. */
const silentOperations = 4;

/** Whether nothing was sent, because the budget is used up or the recording does not have it. */
export const isUnseen = (reply: Reply): boolean => reply.kind === "no answer" && reply.unseen === true;

/** What is left alone: operations that ask for a long wait, and whatever does not respond. */
export class Patience {
  /** The statuses of all requests to REST with a valid key, in order. */
  readonly log: LogEntry[] = [];
  /** Why something is left alone: an operation, its requests for XML, or all requests for XML. */
  readonly #left = new Map<string, string>();
  /** The operations of the last requests of a kind, since one got a response. */
  readonly #silent = new Map<RequestKind, readonly string[]>();
  readonly #close: (why: string) => void;
  /** The last operation asked for a long wait, and none has returned 200 since. */
  #isWaiting = false;
  /** Whether requests go beyond what the run needs: then a service that asks for a long wait is left alone, and still judged. */
  isExtra = false;

  /** @param close - ends the whole conversation. */
  constructor(close: (why: string) => void) {
    this.#close = close;
  }

  /** Takes note of a reply of REST. */
  note(reply: Reply): void {
    const request = reply.request.asks;
    if (request === undefined || isUnseen(reply)) return;
    const status = reply.kind === "answer" ? reply.status : undefined;
    if (request.key === "valid") this.log.push({ operation: request.operation.name, status });
    // Without a valid key too: silence takes the whole timeout, whatever was asked.
    this.#noteSilence(request, reply);
    if (status === 200) this.#isWaiting = false;
    if (request.key === "valid" && !this.isExtra) this.#noteWait(request, reply);
  }

  /**
   * If an operation asks for too long a wait, it is not asked any more: its rate may be limited on its own. If the next operation asks
   * for a long wait too, the conversation ends.
   */
  #noteWait({ operation }: RegisterRequest, reply: Reply): void {
    const why = asksTooLong(reply);
    if (why === undefined) return;
    if (this.#isWaiting) this.#close(why);
    this.#isWaiting = true;
    this.#left.set(operation.name, why);
  }

  /** Forgets the statuses so far: what follows is no part of an outage before it. */
  startOver(): void {
    this.log.length = 0;
  }

  get isOutage(): boolean {
    return this.log.length >= outage && this.log.slice(-outage).every(({ status }) => status !== 200);
  }

  /** Why an operation is left alone, if it is. */
  whyLeft(operation: string): string | undefined {
    return this.#left.get(operation);
  }

  /** Why a request is not sent, because its operation is left alone, or XML is. */
  whyUnsent(request: RegisterRequest): string | undefined {
    const { name } = request.operation;
    const places = [name, ...kindsOf(request).flatMap((kind) => [`${name} ${kind}`, kind])];
    return places.map((place) => this.#left.get(place)).find((why) => why !== undefined);
  }

  /**
   * Leaves an operation alone once so many requests in a row got no response, and the service once so many operations did not
   * respond: a firewall that drops packets would otherwise take hours. If only requests for XML get no response, no more of them
   * are sent.
   */
  #noteSilence(request: RegisterRequest, reply: Reply): void {
    const { name } = request.operation;
    for (const kind of kindsOf(request)) {
      const silent = reply.kind === "answer" || reply.tooLarge ? [] : [...(this.#silent.get(kind) ?? []), name];
      this.#silent.set(kind, silent);
      if (reply.kind === "answer" || silent.length < outage) continue;
      const why = `the last ${silent.length} ${kind} got no response: ${reply.problem}`;
      const isAll = kind === "requests";
      this.#left.set(isAll ? name : `${name} ${kind}`, why);
      if (new Set(silent).size < silentOperations) continue;
      if (isAll) this.#close(why);
      else this.#left.set(kind, why);
    }
  }
}

/** After so many queries of GraphQL in a row without a response, no other is sent: each takes the whole timeout, three times. */
const silentQueries = 3;

/** Counts queries of GraphQL in a row without a response. */
export class QueryPatience {
  #silent = 0;

  note(reply: Reply): void {
    this.#silent = reply.kind === "no answer" && !isUnseen(reply) ? this.#silent + 1 : 0;
  }

  get isOver(): boolean {
    return this.#silent >= silentQueries;
  }
}
