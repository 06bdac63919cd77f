/** Who is answered: those that ask by a name that the server has, and only read. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { refuse } from "./errors.ts";
import { hostGuard } from "./host.ts";
import { contentSecurityPolicy } from "./layout.ts";

/** What every answer has, also one that Fastify gives before any hook. */
const headers = {
  "content-security-policy": contentSecurityPolicy,
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "cache-control": "no-store",
  // No page of another origin reads an answer, and none shows or loads one.
  "cross-origin-resource-policy": "same-origin",
};

/** Gives an answer its headers, and refuses a request for another name than the server has. @returns whether it was refused. */
export type Guard = (request: FastifyRequest, reply: FastifyReply) => boolean;

/**
 * @param host - What the server listens on.
 * @param publicRoot - Where others find it, if a proxy is in front of it.
 */
export function makeGuard(host: string, publicRoot: string | undefined): Guard {
  const isAllowed = hostGuard(host, publicRoot);
  return ({ raw }, reply) => {
    reply.headers(headers);
    const hosts = raw.headersDistinct.host ?? [];
    if (hosts.length === 1 && isAllowed(hosts[0] ?? "")) return false;
    // Two of them are a malformed request (RFC 9112, section 3.2).
    reply.code(hosts.length > 1 ? 400 : 421).type("text/plain");
    reply.send("Open this page by the address that the command has printed.");
    return true;
  };
}

/** Guards every route, and those that are not there. */
export function guardAll(app: FastifyInstance, guard: Guard): void {
  app.addHook("onRequest", async (request, reply) => {
    if (guard(request, reply)) return reply;
    if (request.method === "GET" || request.method === "HEAD") return;
    return refuse(request, reply.header("allow", "GET, HEAD"), "A page is only read, by GET.", 405);
  });
}
