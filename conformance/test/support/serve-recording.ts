import type { IncomingMessage, ServerResponse } from "node:http";
import { type Served, serve } from "@court-register/tools/local-server";
import { operations, registerPath } from "../../src/contract/operations.ts";
import type { Operation } from "../../src/contract/shape/operation.ts";
import type { RegisterRequest } from "../../src/evidence/request.ts";
import { requestId } from "../../src/evidence/request.ts";
import type { Recording } from "../../src/exchange/recording.ts";
import { recordedService } from "../../src/self-test/recorded-service.ts";
import { keyKind } from "./access.ts";

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
  const as = headers.accept === "application/xml" ? "xml" : "json";
  const others = { query: [...searchParams], as, key: keyKind(headers) } as const;
  // A path without parameters comes first.
  for (const operation of operations.toSorted((one, other) => one.inPath.length - other.inPath.length)) {
    const path = pathIn(pathname, operation);
    if (path === undefined) continue;
    const query = others.query.filter(([name, value]) => !isGiven(operation, name, value));
    return { operation, ...(operation.inPath.length > 0 && { path }), ...others, query };
  }
  return undefined;
}

/** Whether a parameter is one that every request has: a recording names requests without those. */
const isGiven = ({ given }: Operation, name: string, value: string): boolean =>
  !["offset", "limit"].includes(name) &&
  given.some((one) => one.in === "query" && one.name === name && one.value === value);

/** The parameters in the path of an operation; undefined if a request is not for it. */
function pathIn(pathname: string, { path }: Operation): Record<string, string> | undefined {
  const names = [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name = ""]) => name);
  const literal = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
  const parts = path.split(/\{[^{}]+\}/).map(literal);
  const found = new RegExp(`^${literal(registerPath)}${parts.join("([^/]+)")}$`).exec(pathname);
  return found === null
    ? undefined
    : Object.fromEntries(names.map((name, index) => [name, decodeURIComponent(found[index + 1] ?? "")]));
}
