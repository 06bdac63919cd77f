import { Call, type CallResult, type CallVariant } from "./call.ts";
import type { RegisterError } from "./errors.ts";
import { decodeRows } from "./exact.ts";
import { basePath, keyHeader, operations } from "./generated/operations.ts";
import { type Answer, type Effects, type Fail, type Gate, type RequestOptions, send, type Transport } from "./http.ts";
import type { Operation } from "./operation.ts";
import { type Ends, type Rows, type WalkSettings, walk } from "./walk.ts";

/** Options of a REST client. */
export interface ClientOptions extends RequestOptions, Effects {
  /** Root of the service, without `/javni`: `https://host` or `https://host/some/prefix`, with or without a slash at its end. */
  baseUrl: string;
  /** Subscription key (contract section 5), or what gives it: called once an attempt, so that keys can rotate. */
  subscriptionKey: string | (() => string | Promise<string>);
  /**
   * How integers of 64 bits or of no stated width come. As `"number"`, one that a number cannot hold raises kind
   * `unsafe-integer`; as `"bigint"`, all of them are bigints, and exact.
   * @defaultValue `"number"`
   */
  integers?: "number" | "bigint" | undefined;
}

/** Options of one call. */
export interface CallOptions extends RequestOptions {
  /** Stops the call, which then fails with kind `aborted`. */
  signal?: AbortSignal | undefined;
}

/** Options of a walk. */
export interface WalkOptions extends CallOptions, WalkSettings {}

/** What differs between fetch and axios. */
export interface Flavour<Response, Value> {
  /** What carries the requests, told whether a good answer is to be left as it came. */
  transport(raw: boolean): Transport<Rows<unknown>, CallResult<Response>>;
  /** Told of every error that was made, and of the answer that it is about. */
  failed?(error: RegisterError, answer: Answer | undefined): void;
  /** What `await` makes of the result of a call. */
  pick(result: CallResult<Response>): Value;
  /** What an error becomes that leaves the client. */
  surface?(error: unknown): unknown;
}

type Params = Record<string, unknown>;

/** Builds a client from the operation table: a property a tag, with a function a verb, `all` and `pages`. */
export function buildClient<Response, Value>(
  { baseUrl, subscriptionKey, integers, ...defaults }: ClientOptions,
  { transport, pick, failed, surface = (error) => error }: Flavour<Response, Value>,
): Record<string, unknown> {
  const { origin, pathname, search, hash, username } = new URL(baseUrl);
  if (search || hash || username || !/^http/.test(origin)) {
    throw new TypeError("baseUrl must be an http or https URL without user, query and fragment.");
  }
  const root = origin + pathname.replace(/\/+$/, "") + basePath;

  const call = (
    operation: string,
    [path, fields, paging, headerNames = []]: Operation,
    params: Params,
    { signal, ...options }: CallOptions,
    { raw = false, accept = "application/json", ends, gate }: CallVariant & { ends?: Ends; gate?: Gate } = {},
  ): Promise<CallResult<Response>> => {
    const query = new URLSearchParams();
    const extra: Params = {};
    for (const [name, value] of Object.entries(params)) {
      if (value == null) continue;
      if (headerNames.includes(name)) extra[name] = value;
      else query.set(name, String(value));
    }
    return send({
      operation,
      url: `${root}${path}${query.size ? `?${query}` : ""}`,
      options: { ...defaults, ...options },
      transport: transport(raw),
      signal,
      gate,
      open: raw,
      failed,
      async headers(keep, fail) {
        let key: string;
        try {
          key = typeof subscriptionKey === "function" ? await subscriptionKey() : subscriptionKey;
        } catch (cause) {
          throw fail("authentication", "subscriptionKey failed", { cause });
        }
        if (!key) throw fail("authentication", "subscriptionKey is empty");
        keep(key);
        const all = { accept, ...defaults.headers, ...options.headers, ...extra, [keyHeader]: key };
        // In lower case, so that no other spelling of the key's name is left beside it.
        return Object.fromEntries(Object.entries(all).map(([name, value]) => [name.toLowerCase(), String(value)]));
      },
      read(answer, fail) {
        const header = (name: string): string | undefined => (answer.headers.get(name) as string | null) ?? undefined;
        const about = { total: undefined, state: header("x-timestamp-id"), fail };
        try {
          if (answer.status === 200) {
            if (raw) return { rows: [], ...about };
            const total = paging > 1 ? header("x-total-count") : undefined;
            return {
              ...about,
              rows: decodeRows(answer.text, fields, integers === "bigint", fail),
              total: total === undefined ? total : count(total, fail),
            };
          }
        } catch (error) {
          if (!ends?.(answer)) throw error;
        }
        return ends?.(answer) ? { rows: [], ...about } : undefined;
      },
    });
  };

  const raise = (error: unknown): never => {
    throw surface(error);
  };
  const client: Record<string, unknown> = {};
  for (const [tag, verbs] of Object.entries(operations)) {
    const resource: Record<string, unknown> = {};
    client[tag] = resource;
    for (const [verb, operation] of Object.entries(verbs)) {
      const name = `${tag}.${verb}`;
      resource[verb] = (params: Params = {}, options: CallOptions = {}) =>
        new Call((variant) => call(name, operation, params, options, variant).catch(raise), pick);
      if (!operation[2]) continue;
      const pages = (params: Params = {}, options: WalkOptions = {}) =>
        walk(
          (page, { signal, ...how }) => call(name, operation, page as Params, { ...options, signal }, how),
          params,
          options,
        );
      resource.pages = async function* (params?: Params, options?: WalkOptions) {
        try {
          yield* pages(params, options);
        } catch (error) {
          raise(error);
        }
      };
      resource.all = async function* (params?: Params, options?: WalkOptions) {
        try {
          for await (const { rows } of pages(params, options)) yield* rows;
        } catch (error) {
          raise(error);
        }
      };
    }
  }
  return client;
}

/** The number in `x-total-count`. */
function count(text: string, fail: Fail): number {
  if (!/^\d{1,15}$/.test(text)) throw fail("decode", `a count was promised in x-total-count, "${text}" came`);
  return Number(text);
}
