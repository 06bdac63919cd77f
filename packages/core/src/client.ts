import { type SendSettings, send } from "./attempts.ts";
import { type Call, makeCall } from "./call.ts";
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
import { decode, type Rows } from "./decode.ts";
import { readEnvironment, required, userAgent } from "./environment.ts";
import { keyHeader, operations } from "./generated/operations.ts";
import type { Operation } from "./operation.ts";
import { type CallOptions, type ClientOptions, mergeOptions, type WalkOptions } from "./options.ts";
import { buildRequest, operationsUrl } from "./request.ts";
import type { Received, Transport } from "./transport.ts";
import { type AnyWalkParams, type GetPage, type PageOptions, rowsOf, rowWalk, walkPages } from "./walk.ts";

/** How a client is built. */
export interface ClientKind<Response> {
  /** Name of the client, such as `fetch`: the last part of its package. */
  name: string;
  /** Its own options, beside those of every client. */
  ownOptions: OptionRules;
  transport: Transport<Rows, Response>;
  /** What a call resolves with. */
  resolve(received: Received<Rows, Response>): unknown;
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

/** Calls an operation, by its id and its entry in the table. */
type CallOperation<Response> = (
  id: string,
  operation: Operation,
  params: Params | undefined,
  variant: CallVariant,
) => Promise<Received<Rows, Response>>;

/** The functions of one resource: a verb, and for a paged one `all` and `pages`. */
type Resource = Record<string, (params?: Params, options?: WalkOptions) => unknown>;

/**
 * Builds a client from the operation table: one property per tag, with a function per verb, `all` and `pages`.
 *
 * @throws TypeError if an option cannot work.
 */
export function buildClient<Response>(options: ClientOptions, kind: ClientKind<Response>): Record<string, Resource> {
  const callOperation = prepareCalls(options, kind);
  const client: Record<string, Resource> = {};
  for (const [id, operation] of Object.entries(operations)) {
    const [tag, verb] = id.split(".") as [string, string];
    client[tag] = { ...client[tag], ...methodsOf(id, tag, verb, operation, callOperation, kind) };
  }
  return client;
}

/** Checks the options of a client, and returns what makes its calls. */
function prepareCalls<Response>(
  given: ClientOptions,
  { name, ownOptions, transport }: ClientKind<Response>,
): CallOperation<Response> {
  const who = "createRegisterClient";
  checkOptions(who, given, restOptions, restCallOptions, requestOptions, clientOptions, ownOptions);
  const { baseUrl, subscriptionKey, integers, parse, headers, ...defaults } = given;
  const root = operationsUrl(required(who, "baseUrl", baseUrl, "COURT_REGISTER_BASE_URL"));
  const key = defaults.credentials
    ? subscriptionKey || readEnvironment("COURT_REGISTER_KEY")
    : required(who, "subscriptionKey", subscriptionKey, "COURT_REGISTER_KEY");
  const always = { accept: "application/json", "user-agent": userAgent(name) };

  return (id, operation, params, { headers: own, accept, endsWalk, ...options }) => {
    const path = operation.path ?? `/${id.split(".")[0]}`;
    const request = buildRequest(root + path, operation, params, [always, headers, own, { accept }]);
    const settings = { raw: options.raw, integers: integers ?? "number", parse, endsWalk };
    return send<Rows, Response>(
      {
        operation: id,
        url: request.url,
        transport,
        request: async (report) => ({
          headers: { ...request.headers, ...(key && { [keyHeader]: await currentKey(key, report) }) },
        }),
        read: (answer, report) => decode(answer, operation, settings, report),
      },
      mergeOptions<SendSettings>(defaults, options),
    );
  };
}

/** The key of the next request, which no error shows from then on. */
async function currentKey(key: string | (() => string | Promise<string>), report: CallReport): Promise<string> {
  // Trimmed, as it is sent: a key from a file ends with a newline.
  const current = (typeof key === "function" ? await key() : key)?.trim();
  if (!current || /[^!-~]/.test(current))
    throw report.fail(
      "authentication",
      current
        ? "the subscriptionKey has a character that no header can hold. Check where it is read from."
        : "there is no subscriptionKey: its function returned none. Check where it is read from.",
    );
  report.conceal(current);
  return current;
}

/** The functions of one operation. */
function methodsOf<Response>(
  id: string,
  tag: string,
  verb: string,
  operation: Operation,
  callOperation: CallOperation<Response>,
  { resolve, surface }: ClientKind<Response>,
): Resource {
  // Params and options are copied, since requests are sent later: the caller may reuse the objects for the next call.
  const one = (given?: Params, options?: CallOptions): Call<Response> => {
    const params = { ...given };
    const copy = { ...options };
    return makeCall((variant) => {
      checkOptions(id, copy, requestOptions, callOptions, restCallOptions);
      return callOperation(id, operation, params, { ...copy, ...variant }).catch(surface);
    }, resolve);
  };
  if (!operation.paged) return { [verb]: one };
  const pages = (given?: Params, options?: WalkOptions) => {
    checkOptions(`${tag}.pages`, options, requestOptions, callOptions, restCallOptions, walkOptions);
    // With `then`, because V8 keeps ten frames of a stack: an async function would take the place of one of the caller's.
    const getPage: GetPage<unknown> = (params, how) =>
      callOperation(id, operation, params, how).then(({ value }) => value);
    return walkPages(getPage, id, { ...given } as AnyWalkParams, { ...options }, surface);
  };
  return { [verb]: one, pages, all: (params, options) => rowWalk(rowsOf(pages(params, options))) };
}
