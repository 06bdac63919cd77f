import type { CallResult, CallVariant, Start } from "./call.ts";
import { decodeRows } from "./exact.ts";
import { basePath, keyHeader, operations } from "./generated/operations.ts";
import { type Effects, merge, type RequestOptions, type Settings, send, type Transport } from "./http.ts";
import type { Operation } from "./operation.ts";
import { type PageCall, type Rows, type WalkSettings, walk } from "./walk.ts";

/** Options of a REST client. */
export interface ClientOptions extends RequestOptions, Effects {
  /** Root of the service, without `/javni`: `https://host` or `https://host/some/prefix`, with or without a slash at its end. */
  baseUrl: string;
  /**
   * Subscription key (contract section 5), or what gives it: called once an attempt, so that keys can rotate. Blanks around
   * it are left out.
   */
  subscriptionKey: string | (() => string | Promise<string>);
  /**
   * How integers of 64 bits or of no stated width come. As `"number"`, one that a number cannot hold raises kind
   * `unsafe-integer`; as `"bigint"`, all of them are bigints, and exact.
   * @defaultValue `"number"`
   */
  integers?: "number" | "bigint" | undefined;
  /** Further request headers. They cannot replace the key. */
  headers?: Readonly<Record<string, string>> | undefined;
}

/** Options of one call. */
export interface CallOptions extends RequestOptions {
  /** Stops the call, which then fails with kind `aborted`. */
  signal?: AbortSignal | undefined;
  /** Further request headers, over those of the client. They cannot replace the key. */
  headers?: Readonly<Record<string, string>> | undefined;
}

/** Options of a walk. */
export interface WalkOptions extends CallOptions, WalkSettings {}

type Params = Record<string, unknown>;
type Resource = Record<string, (params?: Params, options?: WalkOptions) => unknown>;

/**
 * Builds a client from the operation table: a property a tag, with a function a verb, `all` and `pages`.
 *
 * @param transport - What carries the requests; `raw` leaves a good answer as it came.
 * @param present - What a call returns.
 * @param surface - What a walk throws for an error.
 */
export function buildClient<Response>(
  { baseUrl, subscriptionKey, integers, headers, ...defaults }: ClientOptions,
  transport: (raw?: boolean) => Transport<Rows<unknown>, CallResult<Response>>,
  present: (start: Start<Response>) => unknown,
  surface?: (error: unknown) => unknown,
): Record<string, Resource> {
  if (!/^https?:\/\/[^?#@]+$/i.test(baseUrl)) throw new TypeError("baseUrl must be http(s)://host, no user or query");
  const root = new URL(baseUrl).href.replace(/\/*$/, basePath);

  const call = (
    operation: string,
    [fields, paging, path = `/${operation.split(".")[0]}`, headerNames]: Operation,
    params: Params,
    { headers: more, ...options }: CallOptions,
    how: CallVariant & Partial<PageCall>,
  ): Promise<CallResult<Response>> => {
    const query = new URLSearchParams();
    const sent: Record<string, string> = {};
    const custom = { ...headers, ...more };
    for (const name in params) {
      if (params[name] == null) continue;
      if (headerNames?.includes(name)) custom[name] = params[name] as string;
      else query.set(name, params[name] as string);
    }
    // In lower case, so that no other spelling of a name stands beside it.
    for (const name in custom) if (custom[name] != null) sent[name.toLowerCase()] = custom[name];
    sent.accept = how.accept ?? sent.accept ?? "application/json";
    return send(
      operation,
      root + path + `?${query}`.replace(/\?$/, ""),
      {
        transport: transport(how.raw),
        async headers(keep, fail) {
          // As it is sent: without the line end of a file.
          const key = (typeof subscriptionKey === "function" ? await subscriptionKey() : subscriptionKey)?.trim();
          if (!key) throw fail("authentication", "no subscriptionKey");
          keep(key);
          sent[keyHeader] = key;
          return sent;
        },
        read(answer, fail) {
          const { status, headers: got, text } = answer;
          const count = got.get("x-total-count") as string;
          how.fail = fail;
          how.state = got.get("x-timestamp-id") || undefined;
          if (how.ends && !(status === 200 && /^\s*\[/.test(text)) && how.ends(answer)) return { rows: [] };
          if (status !== 200) return undefined;
          const rows = how.raw ? [] : decodeRows(text, fields, integers === "bigint", fail);
          // A walk keeps `fail`, and with it the answer, while its rows are looked at: their text is not needed any more.
          answer.text = "";
          return {
            rows,
            total: paging > 1 && /^\d{1,15}$/.test(count) ? +count : undefined,
          };
        },
      },
      merge<Settings>(defaults, options, how),
    );
  };

  const client: Record<string, Resource> = {};
  for (const [id, operation] of Object.entries(operations)) {
    const [tag, verb] = id.split(".") as [string, string];
    client[tag] ??= {};
    const resource = client[tag];
    resource[verb] = (params = {}, options = {}) =>
      present((variant = {}) => call(id, operation, params, options, variant));
    const pages = (params: Params = {}, options: WalkOptions = {}) =>
      walk((page, how) => call(id, operation, page as Params, options, how), params, options, surface);
    if (operation[1]) {
      resource.pages = pages;
      resource.all = async function* (params, options) {
        // Not `yield*`, which waits several times for each row.
        for await (const { rows } of pages(params, options)) for (const row of rows) yield row;
      };
    }
  }
  return client;
}
