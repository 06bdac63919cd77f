import type { IncomingMessage, ServerResponse } from "node:http";
import { type Served, serve } from "@court-register/tools/local-server";
import { keyHeader, operations, registerPath } from "../../src/contract/operations.ts";
import type { KeyKind, RegisterRequest } from "../../src/evidence/request.ts";
import { requestId } from "../../src/evidence/request.ts";
import type { Recording } from "../../src/exchange/recording.ts";
import { recordedService } from "../../src/self-test/recorded-service.ts";

/** Serves REST of a recording over HTTP. `before` may handle a request itself, and then returns true; `edit` may change headers. */
export function serveRecording(
  recording: Recording,
  before: (request: IncomingMessage, response: ServerResponse, count: number) => boolean = () => false,
  edit: (headers: Headers) => void = () => {},
): Promise<Served> {
  const sound = recordedService(recording);
  let count = 0;
  return serve(async (request, response) => {
    count += 1;
    if (before(request, response, count)) return;
    const asks = askedBy(request);
    const wire = { subject: "", method: "GET", url: "", headers: {} } as const;
    const reply = asks && (await sound({ ...wire, id: requestId(asks), asks }));
    if (reply?.kind !== "answer") {
      response.writeHead(404).end();
      return;
    }
    const { "content-encoding": _, "content-length": __, "transfer-encoding": ___, ...others } = reply.headers;
    const headers = new Headers(others);
    edit(headers);
    response.writeHead(reply.status, Object.fromEntries(headers)).end(Buffer.from(reply.body));
  });
}

/** What a request asks of REST. */
function askedBy({ url = "", headers }: Pick<IncomingMessage, "url" | "headers">): RegisterRequest | undefined {
  const { pathname, searchParams } = new URL(url, "http://localhost");
  const operation = operations.find(({ path }) => pathname === `${registerPath}${path}`);
  if (operation === undefined) return undefined;
  const as = headers.accept === "application/xml" ? "xml" : "json";
  return { operation, query: [...searchParams], as, key: keyKind(headers[keyHeader.toLowerCase()]?.toString()) };
}

function keyKind(key: string | undefined): KeyKind {
  if (key === undefined) return "none";
  if (key === servedKey) return "valid";
  return key === "" ? "empty" : "wrong";
}

/** The key that a served recording knows. */
export const servedKey = "the-key-of-a-served-recording";
