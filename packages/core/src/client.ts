import type { Answer } from "./answer.ts";
import { type SendSettings, send } from "./attempts.ts";
import { type Call, makeCall, type Sent } from "./call.ts";
import type { CallReport } from "./call-report.ts";
import {
  aFunction,
  anything,
  callOptions,
  checkOptions,
  clientOptions,
  isFunction,
  isHeaders,
  type OptionRules,
  requestOptions,
  walkOptions,
} from "./check-options.ts";
import { type Decoded, decode } from "./decode.ts";
import { readEnvironment, userAgent } from "./environment.ts";
import { keyHeader, operations } from "./generated/operations.ts";
import type { Operation } from "./operation.ts";
import { type CallOptions, type ClientOptions, mergeOptions, type WalkOptions } from "./options.ts";
import type { FetchedPage } from "./page-queue.ts";
import { buildRequest, operationsUrl } from "./request.ts";
import type { Received, Request, Transport } from "./transport.ts";
import { type AnyWalkParams, type PageOptions, planWalk, rowsOf, rowWalk, walkPages } from "./walk.ts";

/** What a call makes of a response: its rows, or nothing if the response stays as it is. */
export interface CallValue extends Partial<Decoded<unknown>> {
  /** Makes errors about the call. */
  report: CallReport;
}

/** How a client is built. */
export interface ClientKind<Response> {
  /** Name of the client, such as `fetch`: the last part of its package. */
  name: string;
  /** Its own options, beside those of every client. */
  ownOptions: OptionRules;
  transport: Transport<CallValue, Response>;
  /** What a call resolves with. */
  resolve(sent: Sent<Response>): unknown;
  /** Throws an error in the form that users of the client expect. */
  surface?: (error: unknown) => never;
}

/** Options of REST clients alone, and of their calls. */
const restOptions: OptionRules = {
  baseUrl: anything,
  subscriptionKey: {
    accepts: (value) => typeof value === "string" || isFunction(value),
    allowed: "text, or a function that returns it",
  },
  parse: aFunction,
};
const restCallOptions: OptionRules = {
  headers: { accepts: isHeaders, allowed: "a plain object of header names and values that a request can have" },
};

type Params = Record<string, unknown>;

/** How one call differs from the default. */
interface CallVariant extends CallOptions, Partial<PageOptions> {
  /** Leaves a successful response unparsed. */
  raw?: boolean;
  /** Media type to ask for. */
  accept?: string | undefined;
}

/** The functions of one resource: a verb, and for a paged one `all` and `pages`. */
type Resource = Record<string, (params?: Params, options?: WalkOptions) => unknown>;

/**
 * Builds a client from the operation table: one property per tag, with a function per verb, `all` and `pages`.
 *
 * @throws TypeError if an option cannot work.
 */
export function buildClient<Response>(options: ClientOptions, kind: ClientKind<Response>): Record<string, Resource> {
  const settings = new ClientCalls(options, kind);
  const client: Record<string, Resource> = {};
  for (const [id, operation] of Object.entries(operations)) {
    const [tag, verb] = id.split(".") as [string, string];
    client[tag] = { ...client[tag], ...settings.methods(id, operation, verb) };
  }
  return client;
}

/** Makes the calls of one client. */
class ClientCalls<Response> {
  readonly #kind: ClientKind<Response>;
  readonly #root: string;
  readonly #key: string | (() => string | Promise<string>);
  readonly #integers: "number" | "bigint";
  readonly #parse: ClientOptions["parse"];
  readonly #headers: Readonly<Record<string, string | undefined>>;
  readonly #defaults: SendSettings;

  constructor(given: ClientOptions, kind: ClientKind<Response>) {
    checkOptions(
      "createRegisterClient",
      given,
      restOptions,
      restCallOptions,
      requestOptions,
      clientOptions,
      kind.ownOptions,
    );
    const { baseUrl, subscriptionKey, integers, parse, headers, ...defaults } = given;
    this.#kind = kind;
    this.#root = operationsUrl(required("baseUrl", baseUrl ?? readEnvironment("COURT_REGISTER_BASE_URL")));
    this.#key = required("subscriptionKey", subscriptionKey || readEnvironment("COURT_REGISTER_KEY"));
    this.#integers = integers ?? "number";
    this.#parse = parse;
    this.#headers = { "user-agent": userAgent(kind.name), ...lowerCase(headers) };
    this.#defaults = defaults;
  }

  /** The functions of one operation. */
  methods(id: string, operation: Operation, verb: string): Resource {
    const call = (params: Params | undefined, variant: CallVariant) => this.#call(id, operation, params, variant);
    const { surface } = this.#kind;
    const pages = (given?: Params, options?: WalkOptions) => {
      checkOptions(`${id.split(".")[0]}.pages`, options, requestOptions, callOptions, restCallOptions, walkOptions);
      // Copies, since requests are sent later: the caller may reuse the objects for the next call.
      const plan = planWalk((params, how) => pageOf(call(params, how)), id, { ...given } as AnyWalkParams, {
        ...options,
      });
      return walkPages(plan, surface);
    };
    const one = (given?: Params, options?: CallOptions): Call<Response> => {
      const params = { ...given };
      const copy = { ...options };
      return makeCall((variant) => {
        checkOptions(id, copy, requestOptions, callOptions, restCallOptions);
        return sentOf(call(params, { ...copy, ...variant })).catch(surface);
      }, this.#kind.resolve);
    };
    if (!operation.paged) return { [verb]: one };
    return { [verb]: one, pages, all: (params, options) => rowWalk(rowsOf(pages(params, options))) };
  }

  /** Makes one call. */
  #call(
    id: string,
    operation: Operation,
    params: Params | undefined,
    variant: CallVariant,
  ): Promise<Received<CallValue, Response>> {
    const { headers, accept, endsWalk, ...options } = variant;
    const merged: Record<string, string | undefined> = { ...this.#headers, ...lowerCase(headers) };
    merged.accept = accept ?? merged.accept ?? "application/json";
    const request = buildRequest(this.#root, operation, params, merged);
    return send<CallValue, Response>(
      {
        operation: id,
        url: request.url,
        transport: this.#kind.transport,
        request: (report) => this.#authorize(request.headers, report),
        read: (answer, report) => this.#read(answer, operation, variant, report),
      },
      mergeOptions<SendSettings>(this.#defaults, options),
    );
  }

  /** Adds the key to the headers of a request. */
  async #authorize(headers: Record<string, string>, report: CallReport): Promise<Request> {
    const given = typeof this.#key === "function" ? await this.#key() : this.#key;
    // Trimmed, as it is sent: a key from a file ends with a newline.
    const key = given?.trim();
    if (!key || /[^!-~]/.test(key))
      throw report.fail(
        "authentication",
        key
          ? "the subscriptionKey has a character that no header can hold. Check where it is read from."
          : "there is no subscriptionKey: its function returned none. Check where it is read from.",
      );
    report.conceal(key);
    return { headers: { ...headers, [keyHeader]: key } };
  }

  #read(answer: Answer, operation: Operation, variant: CallVariant, report: CallReport): CallValue | undefined {
    if (variant.raw) return answer.status === 200 ? { report } : undefined;
    const settings = { integers: this.#integers, parse: this.#parse, endsWalk: variant.endsWalk };
    const decoded = decode(answer, operation, settings, report.fail);
    if (decoded) report.forgetBody();
    return decoded && { ...decoded, report };
  }
}

/** Headers by lower-case name, so that a name in two spellings is one header. */
const lowerCase = (headers: Readonly<Record<string, string>> | undefined): Record<string, string> =>
  Object.fromEntries(Object.entries(headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]));

function required<T>(name: string, value: T | undefined): T {
  const variable = name === "baseUrl" ? "COURT_REGISTER_BASE_URL" : "COURT_REGISTER_KEY";
  if (value == null || value === "")
    throw new TypeError(`createRegisterClient needs the option ${name}, or the environment variable ${variable}.`);
  return value;
}

// With `then`, because V8 keeps ten frames of a stack: an async function would take the place of one of the caller's.

/** The rows of a call, as a walk takes them. */
const pageOf = <Response>(received: Promise<Received<CallValue, Response>>): Promise<FetchedPage<unknown>> =>
  received.then(({ value: { rows = [], total, state, isEnd, report } }) => ({ rows, total, state, isEnd, report }));

/** The rows of a call with its response, as users get them. */
const sentOf = <Response>(received: Promise<Received<CallValue, Response>>): Promise<Sent<Response>> =>
  received.then(({ value: { rows = [], total }, response }) => ({ rows, total, response }));
