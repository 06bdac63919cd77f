/** A small register on loopback, whose rows, states and habits a test sets. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { keyHeader } from "../../../core/src/generated/service.ts";
import { registerLists as lists } from "../../src/generated/lists.ts";

/** How the service answers past the last row. */
export type NoRows = "[]" | "null" | "{}" | "nothing" | "status 400" | "status 500";

/** One request, as a test may answer it itself. */
export interface RegisterRequest {
  list: string;
  offset: number | undefined;
  limit: number | undefined;
  state: string | undefined;
  /** How many requests there were before. */
  index: number;
  response: ServerResponse;
}

/** A register: change its properties at any time. */
export class Register implements AsyncDisposable {
  /** The JSON of each row, by list. Lists without an entry are empty. */
  rows: Record<string, readonly string[]> = {};
  /** The state that it publishes now, if it names states. */
  state: string | undefined;
  /** Rows of states that it still keeps, by state. */
  earlier: Record<string, Record<string, readonly string[]>> = {};
  /** Greatest number of rows in a page, whatever is asked for. */
  cap: number = Number.POSITIVE_INFINITY;
  noRows: NoRows = "[]";
  /** The total that it promises for a list; by default the true one. */
  total: ((list: string, rows: number) => string | undefined) | undefined;
  /** Answers a request itself, and returns true; or does something else first. */
  intercept: ((request: RegisterRequest) => boolean | Promise<boolean>) | undefined;
  requests: number = 0;
  /** Where the contract has no key, it is open. */
  readonly key: string = "a-key-of-this-test";
  /** Whether it asks for a token in place of that: the last that `/token` has given. */
  asksForToken: boolean = false;
  /** The headers and bodies of requests for tokens. */
  readonly tokenRequests: string[] = [];
  readonly secret: string = "tajna-of-this-test";
  readonly #server: Server = createServer((request, response) => {
    this.#answer(request, response).catch(() => response.destroy());
  });

  /** Starts a register on a free port. */
  static async start(): Promise<Register> {
    const register = new Register();
    await new Promise<void>((resolve) => register.#server.listen(0, "127.0.0.1", resolve));
    return register;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", this.url);
    if (url.pathname === "/token") {
      this.tokenRequests.push(`${request.headers.authorization} ${await text(request)}`);
      const token = `pristupnica-${this.tokenRequests.length}`;
      return this.#send(response, 200, `{"access_token":"${token}","token_type":"Bearer","expires_in":600}`);
    }
    const list = lists.find(({ operation }) => url.pathname === `/javni${operation.path}`);
    if (!list) return this.#send(response, 404, "{}");
    if (this.asksForToken) {
      response.setHeader("www-authenticate", "Bearer");
      const token = `Bearer pristupnica-${this.tokenRequests.length}`;
      if (request.headers.authorization !== token)
        return this.#send(response, 401, `"${request.headers.authorization}"`);
    } else if (keyHeader !== "" && request.headers[keyHeader] !== this.key) return this.#send(response, 401, "{}");
    const number = (name: string): number | undefined =>
      url.searchParams.has(name) ? Number(url.searchParams.get(name)) : undefined;
    const asked = {
      list: list.name,
      offset: number("offset"),
      limit: number("limit"),
      state: url.searchParams.get("timestamp_id") ?? undefined,
      index: this.requests++,
      response,
    };
    if (await this.intercept?.(asked)) return;
    const all = this.#rowsOf(asked.state, list.name);
    if (all === undefined) return this.#send(response, 400, '{"error_code":404,"error_message":"no such state"}');
    const state = asked.state ?? this.state;
    if (state && this.state) response.setHeader("x-timestamp-id", state);
    if (list.operation.total) {
      const total = this.total ? this.total(list.name, all.length) : String(all.length);
      if (total !== undefined) response.setHeader("x-total-count", total);
    }
    const { offset = 0, limit = 100 } = asked;
    const page = list.paged ? all.slice(offset, offset + Math.min(limit, this.cap)) : all;
    if (page.length === 0) this.sendNoRows(response);
    else this.#send(response, 200, `[${page.join(",")}]`);
  }

  #rowsOf(state: string | undefined, list: string): readonly string[] | undefined {
    if (this.state === undefined || state === undefined || state === this.state) return this.rows[list] ?? [];
    const kept = this.earlier[state];
    return kept && (kept[list] ?? []);
  }

  /** Answers as past the last row. */
  sendNoRows(response: ServerResponse): void {
    const error = '{"error_code":505,"error_message":"no rows","log_id":1}';
    if (this.noRows === "status 400") this.#send(response, 400, error);
    else if (this.noRows === "status 500") this.#send(response, 500, error);
    else this.#send(response, 200, this.noRows === "nothing" ? "" : this.noRows);
  }

  #send(response: ServerResponse, status: number, body: string): void {
    response.writeHead(status, { "content-type": "application/json" }).end(body);
  }
}
