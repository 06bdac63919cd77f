import { type SendSettings, send } from "./attempts.ts";
import { type Call, type FullOf, makeCall } from "./call.ts";
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
import { readEnvironment, required, userAgent } from "./environment.ts";
import { keyHeader } from "./generated/service.ts";
import type { AnyOperation, PagedOperation, PageParams } from "./operation.ts";
import { type CallOptions, type ClientOptions, mergeOptions, type WalkOptions } from "./options.ts";
import { buildRequest, operationsUrl } from "./request.ts";
import type { Exchange, Received } from "./transport.ts";
import { type Page, type PageOptions, type RowWalk, rowsOf, rowWalk, type WalkParams, walkPages } from "./walk.ts";

/** Sends a request of a REST client, and resolves with what the response holds and the response. */
export type DataTransport<Response> = <Data>(
  exchange: Exchange<Decoded<Data>>,
) => Promise<Received<Decoded<Data>, Response> | undefined>;

/** What makes a REST client. */
export interface ClientKind<Response> {
  /** Name of the client, such as `fetch`: the last part of its package. */
  name: string;
  /** Its own options, beside those of every client. */
  ownOptions: OptionRules;
  transport: DataTransport<Response>;
  /** Throws an error in the form that users of the client expect. */
  surface?: (error: unknown) => never;
}

/** Walks over all pages of an operation: the same in every REST client. */
export interface WalkCaller {
  /** Yields rows. */
  all<Params extends PageParams, Row extends object, Total extends number | undefined>(
    operation: PagedOperation<Params, Row, Total>,
    params?: WalkParams<Params>,
    options?: WalkOptions,
  ): RowWalk<Row>;
  /** Yields pages. */
  pages<Params extends PageParams, Row extends object, Total extends number | undefined>(
    operation: PagedOperation<Params, Row, Total>,
    params?: WalkParams<Params>,
    options?: WalkOptions,
  ): AsyncGenerator<Page<Row, Total>, void, undefined>;
}

/** Makes the calls of a client. The generated code says what each operation is. */
export interface Caller<Response> extends WalkCaller {
  /** Calls an operation once. The promise resolves with what `resolve` returns. */
  one<Params, Data extends object, Total extends number | undefined, Result>(
    operation: AnyOperation<Params, Data, Total>,
    params: Params | undefined,
    options: CallOptions | undefined,
    resolve: (received: Received<Decoded<Data>, Response>) => Result,
  ): Call<Result, FullOf<Data, Total, Response>, Response>;
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

/** How one call differs from the default. */
interface CallVariant extends CallOptions, Partial<PageOptions> {
  /** Leaves a successful response unparsed. */
  raw?: boolean;
  /** Media type to ask for. */
  accept?: string | undefined;
}

/** Sends the request of a call. */
type SendCall<Response> = <Params, Data extends object, Total extends number | undefined>(
  operation: AnyOperation<Params, Data, Total>,
  params: object,
  variant: CallVariant,
) => Promise<Received<Decoded<Data>, Response>>;

/**
 * Makes what calls the operations of a client.
 *
 * @throws TypeError if an option cannot work.
 */
export function createCaller<Response>(options: ClientOptions, kind: ClientKind<Response>): Caller<Response> {
  const sendCall = prepareCalls(options, kind);
  const { surface } = kind;
  // Params and options are copied, since requests are sent later: the caller may reuse the objects for the next call.
  const pages: WalkCaller["pages"] = (operation, given, options) => {
    const who = `${operation.id.split(".")[0]}.pages`;
    checkOptions(who, options, requestOptions, callOptions, restCallOptions, walkOptions);
    return walkPages(
      operation,
      // With `then`, because V8 keeps ten frames of a stack: an async function would take the place of one of the caller's.
      (params, how) => sendCall(operation, params, how).then(({ value }) => value),
      { ...given },
      { ...options },
      surface,
    );
  };
  return {
    one: (operation, given, options, resolve) => {
      const params = { ...given };
      const copy = { ...options };
      return makeCall(
        operation,
        (variant) => {
          checkOptions(operation.id, copy, requestOptions, callOptions, restCallOptions);
          return sendCall(operation, params, { ...copy, ...variant }).catch(surface);
        },
        resolve,
      );
    },
    pages,
    all: (operation, params, options) => rowWalk(rowsOf(pages(operation, params, options))),
  };
}

/** Checks the options of a client, and returns what sends its calls. */
function prepareCalls<Response>(
  given: ClientOptions,
  { name, ownOptions, transport }: ClientKind<Response>,
): SendCall<Response> {
  const who = "createRegisterClient";
  checkOptions(who, given, restOptions, restCallOptions, requestOptions, clientOptions, ownOptions);
  const { baseUrl, subscriptionKey, integers, parse, headers, ...defaults } = given;
  const root = operationsUrl(who, required(who, "baseUrl", baseUrl, "COURT_REGISTER_BASE_URL"));
  // The contract may have tokens alone.
  const key =
    defaults.credentials || !keyHeader
      ? keyHeader && (subscriptionKey || readEnvironment("COURT_REGISTER_KEY"))
      : required(who, "subscriptionKey", subscriptionKey, "COURT_REGISTER_KEY");
  const always = { accept: "application/json", "user-agent": userAgent(name) };

  return (operation, params, { headers: own, accept, endsWalk, ...options }) => {
    const request = buildRequest(root, operation, params, [always, headers, own, { accept }]);
    const settings = { raw: options.raw, integers: integers ?? "number", parse, endsWalk };
    return send(
      {
        operation: operation.id,
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
      `the subscription key ${current ? "has a character that no header can hold" : "is empty"}`,
      "Check where {subscriptionKey} is read from.",
    );
  report.conceal(current);
  return current;
}
