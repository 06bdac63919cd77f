import type { FastifyRequest, FastifyServerOptions } from "fastify";
import { printable } from "#kit/printable";
import type { LogLevel } from "./options.ts";

/** Maximum characters of each text of an error: some name everything that a request asked for. */
const longestText = 1_500;

const shorten = (text: string): string => (text.length > longestText ? `${text.slice(0, longestText)}…` : text);

/**
 * Options of the framework's logger. A request is logged by its route: URLs and headers are never written, so no key can
 * get into the log, even one sent in the wrong place. Errors are logged without properties of their own, for the same reason.
 */
export function logOptions(
  level: LogLevel,
  stream: { write(line: string): void },
): Exclude<FastifyServerOptions["logger"], undefined> {
  if (level === "silent") return false;
  return {
    level,
    stream: { write: (line) => stream.write(`${printable(line.trimEnd())}\n`) },
    serializers: {
      err: (error: unknown) => {
        const { name, message, stack = "" } = error instanceof Error ? error : new Error(String(error));
        return { type: name, message: shorten(message), stack: shorten(stack) };
      },
      req: (request: FastifyRequest) => ({
        method: request.method,
        route: request.routeOptions?.url ?? "unknown",
        remoteAddress: request.ip,
      }),
    },
  };
}
