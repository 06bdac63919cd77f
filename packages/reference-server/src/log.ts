import type { FastifyRequest, FastifyServerOptions } from "fastify";
import type { LogLevel } from "./options.ts";

/**
 * Options of the framework's logger. A request is logged by its route: URLs and headers are never written, so no key can
 * get into the log, even one sent in the wrong place.
 */
export function logOptions(
  level: LogLevel,
  stream: { write(line: string): void },
): Exclude<FastifyServerOptions["logger"], undefined> {
  if (level === "silent") return false;
  return {
    level,
    stream,
    serializers: {
      req: (request: FastifyRequest) => ({
        method: request.method,
        route: request.routeOptions?.url ?? "unknown",
        remoteAddress: request.ip,
      }),
    },
  };
}
