import { type RunningServer, startServer } from "../../src/index.ts";
import type { ServerOptions } from "../../src/options.ts";
import { accessOptions, headersOf } from "./access.ts";
import { requiredHeaders } from "./addresses.ts";

/** A server for a test, and requests to it that get in, with what their operation requires. */
export interface Fixture extends AsyncDisposable {
  readonly server: RunningServer;
  /** What gives access. */
  readonly headers: Readonly<Record<string, string>>;
  get(path: string, headers?: Record<string, string>, method?: string): Promise<Response>;
  /** What is returned, without the fields that are null: where the contract says that one may be, a row without a value has it. */
  json<T = Record<string, unknown>[]>(path: string): Promise<T>;
  graphql<T>(query: string, variables?: string): Promise<{ data: T; errors?: { message: string }[] }>;
}

const withoutNull = (_name: string, value: unknown): unknown =>
  typeof value !== "object" || value === null || Array.isArray(value)
    ? value
    : Object.fromEntries(Object.entries(value).filter(([, one]) => one !== null));

export async function serve(options: ServerOptions = {}): Promise<Fixture> {
  const server = await startServer({ rows: 100, ...accessOptions, ...options });
  const own = await headersOf(server);
  const get = (path: string, headers: Record<string, string> = {}, method = "GET"): Promise<Response> =>
    fetch(`${server.url}${path}`, { method, headers: { ...own, ...requiredHeaders(path), ...headers } });
  return {
    server,
    headers: own,
    get,
    json: async <T>(path: string) => JSON.parse(await (await get(path)).text(), withoutNull) as T,
    graphql: async <T>(query: string, variables = "{}") => {
      const body = `{"query":${JSON.stringify(query)},"variables":${variables}}`;
      const headers = { "content-type": "application/json" };
      const response = await fetch(`${server.url}/graphql`, { method: "POST", headers, body });
      return (await response.json()) as { data: T; errors?: { message: string }[] };
    },
    [Symbol.asyncDispose]: () => server.close(),
  };
}
