import { type CallResult, type CallVariant, makeCall } from "./call.ts";
import { decodeRows } from "./exact.ts";
import { basePath, keyHeader, operations } from "./generated/operations.ts";
import { type Effects, merge, type RequestOptions, type Settings, send, type Transport } from "./http.ts";
import { type PageCall, type Rows, type WalkSettings, walk } from "./walk.ts";

/** Options of a REST client. */
export interface ClientOptions extends RequestOptions, Effects {
  /** Root of the service, without `/javni`: `https://host` or `https://host/some/prefix`. A trailing slash is optional. */
  baseUrl: string;
  /**
   * Subscription key (contract section 5), or a function that returns it, called for each attempt, so that keys can rotate.
   * Surrounding whitespace is ignored.
   */
  subscriptionKey: string | (() => string | Promise<string>);
  /**
   * Type of integers of 64 bits or of no stated width. With `"number"`, one that a number cannot hold fails with kind
   * `unsafe-integer`; with `"bigint"`, all of them are bigints, and exact.
   * @defaultValue `"number"`
   */
  integers?: "number" | "bigint" | undefined;
  /** Additional request headers. They cannot replace the key. Errors may quote their values, unlike the key. */
  headers?: Readonly<Record<string, string>> | undefined;
}

/** Options of one call. */
export interface CallOptions extends RequestOptions {
  /** Stops the call, which then fails with kind `aborted`. */
  signal?: AbortSignal | undefined;
  /** Additional request headers, which override those of the client. They cannot replace the key, and errors may quote them. */
  headers?: Readonly<Record<string, string>> | undefined;
}

/** Options of a walk. */
export interface WalkOptions extends CallOptions, WalkSettings {}

type Params = Record<string, unknown>;
type Resource = Record<string, (params?: Params, options?: WalkOptions) => unknown>;

/** Yields the rows of pages. Not with `yield*`, which awaits several times per row. */
async function* rowsOf(pages: AsyncIterable<Rows<unknown>>): AsyncGenerator<unknown> {
  for await (const { rows } of pages) for (const row of rows) yield row;
}

/**
 * Builds a client from the operation table: one property per tag, with a function per verb, `all` and `pages`.
 *
 * @param transport - Sends the requests.
 * @param part - The part of its result that a call resolves with.
 * @param surface - Throws an error in the form that users of the client expect.
 */
export function buildClient<Response>(
  { baseUrl, subscriptionKey, integers, headers, ...defaults }: ClientOptions,
  transport: Transport<CallResult<Response>>,
  part: "rows" | "response",
  surface?: (error: unknown) => never,
): Record<string, Resource> {
  if (!/^https?:\/\/[^?#@]+$/i.test(baseUrl)) throw new TypeError("baseUrl must be http(s)://host, no user or query");
  const root = new URL(baseUrl).href.replace(/\/*$/, basePath);

  const client: Record<string, Resource> = {};
  for (const [id, [fields, paging, path, headerNames]] of Object.entries(operations)) {
    const [tag, verb] = id.split(".") as [string, string];
    const call = (
      params: Params | undefined,
      options: CallOptions & CallVariant & PageCall,
    ): Promise<CallResult<Response>> => {
      const query = new URLSearchParams();
      const custom = { ...headers, ...options.headers };
      for (const name in params) {
        const value = params[name] as string;
        if (headerNames?.includes(name)) custom[name] = value;
        else if (value != null) query.set(name, value);
      }
      const sent: Record<string, string> = {};
      // In lower case, so that a name in two spellings is one header.
      for (const name in custom) if (custom[name] != null) sent[name.toLowerCase()] = custom[name];
      sent.accept = options.accept ?? sent.accept ?? "application/json";
      return send<Rows<unknown>, CallResult<Response>>(
        id,
        root + (path ?? `/${tag}`) + (`${query}` && `?${query}`),
        {
          transport,
          async request(secrets, fail) {
            // Trimmed, as it is sent: a key from a file ends with a newline.
            const key = (typeof subscriptionKey === "function" ? await subscriptionKey() : subscriptionKey)?.trim();
            if (!key || /[^!-~]/.test(key)) throw fail("authentication", "no valid subscriptionKey");
            secrets.push(key);
            sent[keyHeader] = key;
            return { headers: sent };
          },
          read(answer, fail) {
            const { status, headers: got, text } = answer;
            const count = got.get("x-total-count") as string;
            options.fail = fail;
            options.state = (got.get("x-timestamp-id") as string | undefined)?.trim() || undefined;
            if (options.ends && !(status === 200 && /^\s*\[/.test(text)) && options.ends(answer)) return { rows: [] };
            if (status === 200) {
              // A raw response stays text.
              const rows = options.raw ? text : decodeRows(text, fields, integers === "bigint", fail);
              // A walk keeps `fail`, and with it the answer, while its rows are consumed: frees their text.
              answer.text = "";
              return {
                rows: rows as unknown[],
                total: paging > 1 && /^\d{1,15}\s*$/.test(count) ? +count : undefined,
              };
            }
            return undefined;
          },
        },
        merge<Settings>(defaults, options),
      );
    };
    const pages = (params?: Params, options?: WalkOptions) => walk<unknown>(call, params, options, surface);
    client[tag] = {
      ...client[tag],
      [verb]: (params, options) => {
        // Copies, since the request is sent later: the caller may reuse the objects for the next call.
        params = { ...params };
        options = { ...options };
        return makeCall((variant) => call(params, { ...options, ...variant }).catch(surface), part);
      },
      ...(paging & 1 && { pages, all: (params, options) => rowsOf(pages(params, options)) }),
    };
  }
  return client;
}
