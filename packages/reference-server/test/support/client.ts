import { register } from "../../src/contract/contract.ts";
import { type RunningServer, startServer } from "../../src/index.ts";
import type { ServerOptions } from "../../src/options.ts";

/** A server for a test, and requests to it that carry its key. */
export interface Fixture extends AsyncDisposable {
  readonly server: RunningServer;
  get(path: string, headers?: Record<string, string>, method?: string): Promise<Response>;
  json<T = Record<string, unknown>[]>(path: string): Promise<T>;
  graphql<T>(query: string, variables?: string): Promise<{ data: T; errors?: { message: string }[] }>;
}

export async function serve(options: ServerOptions = {}): Promise<Fixture> {
  const server = await startServer({ rows: 100, keys: ["a-key-of-the-tests"], ...options });
  const get = (path: string, headers: Record<string, string> = {}, method = "GET"): Promise<Response> =>
    fetch(`${server.url}${path}`, { method, headers: { [register.keyHeader]: "a-key-of-the-tests", ...headers } });
  return {
    server,
    get,
    json: async <T>(path: string) => (await (await get(path)).json()) as T,
    graphql: async <T>(query: string, variables = "{}") => {
      const body = `{"query":${JSON.stringify(query)},"variables":${variables}}`;
      const headers = { "content-type": "application/json" };
      const response = await fetch(`${server.url}/graphql`, { method: "POST", headers, body });
      return (await response.json()) as { data: T; errors?: { message: string }[] };
    },
    [Symbol.asyncDispose]: () => server.close(),
  };
}
