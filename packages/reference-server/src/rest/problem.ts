import { STATUS_CODES } from "node:http";
import type { FastifyReply } from "fastify";

/** An answer other than 200, as RFC 9457 has it. The detail says what is wrong and what to do. */
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

/** Sends a problem. Errors are always `application/problem+json`, whatever representation was asked for. */
export function sendProblem(reply: FastifyReply, problem: Problem): FastifyReply {
  const { status, message, parameter } = problem;
  return reply
    .code(status)
    .removeHeader("etag")
    .removeHeader("cache-control")
    .type("application/problem+json; charset=utf-8")
    .send(JSON.stringify({ type: "about:blank", title: STATUS_CODES[status], status, detail: message, parameter }));
}
