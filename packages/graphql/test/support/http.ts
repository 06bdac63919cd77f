import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A server on a free loopback port, which is closed at the end of its scope. */
export interface TestServer extends AsyncDisposable {
  origin: string;
}

export async function listen(handler: RequestListener): Promise<TestServer> {
  const server = createServer(handler);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The parts of a request that tests look at. */
export interface SeenRequest {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingMessage["headers"];
  body: string;
}

async function readRequest(request: IncomingMessage): Promise<SeenRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { method, url, headers } = request;
  return { method, url, headers, body: Buffer.concat(chunks).toString("utf8") };
}

/** A server that lets `respond` write each response, and records the requests. */
export async function listenScripted(
  respond: (seen: SeenRequest, response: ServerResponse, count: number) => unknown,
): Promise<TestServer & { seen: SeenRequest[] }> {
  const seen: SeenRequest[] = [];
  const server = await listen(async (request, response) => {
    const now = await readRequest(request);
    seen.push(now);
    await respond(now, response, seen.length);
  });
  return Object.assign(server, { seen });
}

/** Sends a response, by default with GraphQL's own media type and status 200. */
export function answer(response: ServerResponse, body: unknown, head: { status?: number; type?: string } = {}): void {
  response.writeHead(head.status ?? 200, { "content-type": head.type ?? "application/graphql-response+json" });
  response.end(typeof body === "string" ? body : JSON.stringify(body));
}
