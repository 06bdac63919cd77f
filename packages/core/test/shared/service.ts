import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** One request as the service received it. */
export interface Seen {
  path: string;
  query: Record<string, string>;
  /** The query as it was sent. */
  search: string;
  headers: IncomingMessage["headers"];
  body(): Promise<string>;
}

/** A response of a service: JSON, unless its headers say otherwise. */
export interface Reply {
  status?: number;
  headers?: Record<string, string>;
  /** Sent as JSON, unless it is text. */
  body?: unknown;
}

export type Handler = (seen: Seen, response: ServerResponse) => Reply | undefined | Promise<Reply | undefined>;

/** A service on loopback, and the requests that it has received. */
export interface Service extends AsyncDisposable {
  url: string;
  seen: Seen[];
  /** Number of requests without a response whose client still waits. */
  open(): number;
}

/** Starts a service on a free port. A handler that returns nothing responds by itself, or never. */
export async function serve(handler: Handler): Promise<Service> {
  const seen: Seen[] = [];
  let open = 0;
  const server = createServer(async (request, response) => {
    const { pathname, search, searchParams } = new URL(request.url ?? "", "http://loopback");
    const { headers } = request;
    const query = Object.fromEntries(searchParams);
    const one: Seen = { path: pathname, query, search, headers, body: () => text(request) };
    seen.push(one);
    open++;
    response.once("close", () => open--);
    const reply = await handler(one, response);
    if (!reply) return;
    const { status = 200, body = "" } = reply;
    response.writeHead(status, { "content-type": "application/json", ...reply.headers });
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    open: () => open,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
