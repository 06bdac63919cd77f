/** How a request is refused: on a page for people, as a problem (RFC 9457) for programs. */
import { STATUS_CODES } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { MirrorError } from "../mirror-error.ts";
import { forQueries, writeText } from "../option-text.ts";
import { errorPage, rootFrom } from "./layout.ts";

/** An answer that is not there: it is no wrong use. */
export class NotFound extends Error {
  override readonly name = "NotFound";
}

/** Whether a request is for an answer to a program, which is told in JSON what is wrong. */
const isForProgram = (url: string): boolean => /\.(?:json|atom|csv|ics)$/.test(url.replace(/[?#].*$/s, ""));

/** Says what is wrong. */
export function refuse({ raw }: FastifyRequest, reply: FastifyReply, detail: string, status: number): FastifyReply {
  const url = raw.url ?? "";
  if (!isForProgram(url)) return sendPage(reply, errorPage(rootFrom(url), detail), status);
  const title = STATUS_CODES[status] ?? "Error";
  const problem = { type: "about:blank", title, status, detail };
  return reply.code(status).type("application/problem+json").send(JSON.stringify(problem));
}

export const sendPage = (reply: FastifyReply, text: string, status = 200): FastifyReply =>
  reply.code(status).type("text/html; charset=utf-8").send(text);

/** Says what is wrong when a route fails, or is not there. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => refuse(request, reply, messageOf(error), statusOf(error)));
  app.setNotFoundHandler((request, reply) =>
    refuse(request, reply, "There is no such page. What there is: / for people, /openapi.json for programs.", 404),
  );
}

/** What is wrong, with options as they are called in a query. */
const messageOf = (error: unknown): string =>
  error instanceof MirrorError
    ? writeText(error.text, forQueries)
    : error instanceof Error
      ? error.message
      : String(error);

/** The status of an answer to a request that failed. */
function statusOf(error: unknown): number {
  if (error instanceof NotFound) return 404;
  if (!(error instanceof MirrorError)) return 500;
  return error.kind === "usage" ? 400 : error.kind === "unavailable" ? 503 : 500;
}
