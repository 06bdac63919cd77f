import { STATUS_CODES } from "node:http";
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

export const problemType = "application/problem+json; charset=utf-8";

/** The body of a response with a problem. */
export const bodyOf = ({ status, message, parameter }: Problem): string =>
  JSON.stringify({ type: "about:blank", title: STATUS_CODES[status], status, detail: message, parameter });

/** Sends a problem. Errors are always `application/problem+json`, whatever representation was asked for. */
export function sendProblem(reply: FastifyReply, problem: Problem): FastifyReply {
  return reply
    .code(problem.status)
    .removeHeader("etag")
    .removeHeader("cache-control")
    .type(problemType)
    .send(bodyOf(problem));
}
