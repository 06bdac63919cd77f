import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { FastifyReply } from "fastify";

/** An error response as in RFC 9457. The detail says what is wrong and what to do. */
export class Problem extends Error {
  override readonly name = "Problem" as const;
  readonly status: number;
  /** The query parameter or header that is at fault. */
  readonly parameter: string | undefined;

  constructor(status: number, detail: string, parameter?: string) {
    super(detail);
    this.status = status;
    this.parameter = parameter;
  }
}

const contentType = "application/problem+json; charset=utf-8";

const bodyOf = ({ status, message, parameter }: Problem): string =>
  JSON.stringify({ type: "about:blank", title: STATUS_CODES[status], status, detail: message, parameter });

/** Sends a problem. Errors are always `application/problem+json`, whatever representation was asked for. */
export function sendProblem(reply: FastifyReply, problem: Problem): FastifyReply {
  return reply
    .code(problem.status)
    .removeHeader("etag")
    .removeHeader("cache-control")
    .type(contentType)
    .send(bodyOf(problem));
}

const unreadable: Readonly<Record<string, Problem>> = {
  HPE_HEADER_OVERFLOW: new Problem(431, "The URL and the headers are too long; at most 16 KB are allowed in total."),
  ERR_HTTP_REQUEST_TIMEOUT: new Problem(408, "The request did not arrive in time. Send it again, without pauses."),
};

/** Responds to what is not HTTP, or not a complete request, and closes the connection. */
export function refuseUnreadable({ code }: { readonly code?: string }, socket: Socket): void {
  if (code === "ECONNRESET" || !socket.writable) return void socket.destroy();
  const problem = unreadable[code ?? ""] ?? new Problem(400, "This is not a valid HTTP/1.1 request.");
  const body = bodyOf(problem);
  socket.end(
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}\r\ncontent-type: ${contentType}\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
}
