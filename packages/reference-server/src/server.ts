import compress from "@fastify/compress";
import cors from "@fastify/cors";
import rateLimit from "@fastify/rate-limit";
import { type FastifyInstance, fastify } from "fastify";
import { casesRoute } from "./cases/route.ts";
import { ambiguityOf, OrderedResponse, refuseExpectation, refuseUnreadable } from "./connection.ts";
import type { CasesContract } from "./contract/cases.ts";
import { cases, register, registerDocument } from "./contract/contract.ts";
import type { RegisterContract } from "./contract/register.ts";
import { logOptions } from "./log.ts";
import type { LogLevel } from "./options.ts";
import { pagesRoutes } from "./pages/routes.ts";
import { Keys } from "./rest/keys.ts";
import { Problem, sendProblem } from "./rest/problem.ts";
import { registerRoutes } from "./rest/routes.ts";
import { type Client, Tokens, tokenPath, tokenRoute } from "./rest/tokens.ts";
import type { Store } from "./store/store.ts";

export interface AppOptions {
  readonly store: Store;
  readonly keys: readonly string[];
  /** @defaultValue no tokens */
  readonly client?: Client | undefined;
  /** Requests per minute allowed from one address. @defaultValue no limit */
  readonly rateLimit: number | undefined;
  readonly logLevel: LogLevel;
  readonly logTo: { write(line: string): void };
  /** The REST interface. @defaultValue as in its document */
  readonly contract?: RegisterContract;
  /** The GraphQL interface. @defaultValue as in its SDL */
  readonly courtCases?: CasesContract;
  /** Whether the API reference is there. @defaultValue `true` */
  readonly reference?: boolean;
  /** Milliseconds in which a request must have arrived, headers and body. @defaultValue `30_000` */
  readonly arrival?: number;
}

/**
 * Small windows, and no Brotli, which takes megabytes per response. Up to 128 KB, the size of a usual page, a response is
 * compressed synchronously: that takes under a millisecond, and leaves nothing behind.
 */
const compression = {
  encodings: ["gzip" as const, "deflate" as const],
  zlibOptions: { level: 4, memLevel: 6, windowBits: 14 },
  syncThreshold: 131_072,
  // Nobody sends this server large bodies, and none is decompressed.
  globalDecompression: false,
};

const casesPath = "/graphql";

const noSchemas = (): never => {
  throw new Error("Routes have no schemas here: give Fastify its compilers back, to use one.");
};

/** No route has a schema. Otherwise Fastify loads Ajv and more for them, which takes a third of a start. */
const compilersFactory = { buildValidator: () => noSchemas, buildSerializer: () => noSchemas };

/** The web server, ready to listen. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { arrival = 30_000, contract = register, courtCases = cases, reference = true } = options;
  const app = fastify({
    logger: logOptions(options.logLevel, options.logTo),
    schemaController: { compilersFactory },
    exposeHeadRoutes: false,
    forceCloseConnections: "idle",
    // A request that arrives on a busy connection while the server stops is answered like the others.
    return503OnClosing: false,
    // A client that sends nothing, or reads nothing, for this long is disconnected.
    connectionTimeout: 120_000,
    requestTimeout: arrival,
    // Node's defaults are a minute, which it would then allow for bodies too, and half a minute between checks for late requests.
    http: {
      headersTimeout: arrival,
      connectionsCheckingInterval: arrival / 10,
      ServerResponse: OrderedResponse,
      // Node would respond without a body, and does not look for a second one.
      requireHostHeader: false,
    },
    frameworkErrors: (error, _request, reply) => void sendProblem(reply, asProblem(error)),
    clientErrorHandler: refuseUnreadable,
  });
  app.setErrorHandler((error, request, reply) => {
    const problem = asProblem(error);
    // A client that disconnects during a search gets no response, and that is no failure.
    if (problem.status >= 500 && !request.signal.aborted) request.log.error({ err: error }, "failed");
    return sendProblem(reply, problem);
  });
  app.server.on("checkExpectation", refuseExpectation);
  app.addHook("onRequest", async (request, reply) => {
    // Also where nothing is compressed: a cache would give that response to clients that ask for another (RFC 9110, section 12.5.5).
    reply.header("vary", "accept-encoding");
    const problem = ambiguityOf(request.raw);
    if (problem === undefined) return;
    // What follows such a request on its connection cannot be trusted either.
    reply.header("connection", "close");
    throw problem;
  });
  await app.register(cors, {
    origin: "*",
    exposedHeaders: ["x-total-count", "x-timestamp-id", "etag", "retry-after"],
    maxAge: 86_400,
    strictPreflight: false,
  });
  settleMethods(app);
  await app.register(compress, compression);
  const tokens = options.client && new Tokens(options.client);
  await app.register(pagesRoutes, {
    store: options.store,
    document: registerDocument,
    register: contract.basePath,
    cases: casesPath,
    keyHeader: contract.keyHeader,
    token: tokens && tokenPath.slice(1),
    operations: contract.operations.length,
    reference,
  });
  app.get("/healthz", async () => ({ status: "ok", timestamp_id: options.store.states()[0]?.uuid }));
  if (tokens) await app.register(tokenRoute, { tokens });
  // Only routes from here on are limited: not the pages, health checks and tokens.
  if (options.rateLimit !== undefined) {
    await app.register(rateLimit, {
      max: options.rateLimit,
      timeWindow: "1 minute",
      errorResponseBuilder: (_request, { after }) => new Problem(429, `Too many requests. Try again in ${after}.`),
    });
  }
  await app.register(registerRoutes, {
    prefix: contract.basePath,
    contract,
    store: options.store,
    keys: tokens && (options.keys.length === 0 || contract.keyHeader === "") ? undefined : new Keys(options.keys),
    tokens,
  });
  await app.register(casesRoute, { contract: courtCases, store: options.store, path: casesPath });
  return app;
}

/** Gives every GET its HEAD, and responds with 404 and 405 before the request is read any further. */
function settleMethods(app: FastifyInstance): void {
  // A plugin uses this for files that it does not have.
  app.setNotFoundHandler((_request, reply) => sendProblem(reply, nothingHere()));
  const served = new Map<string, Set<string>>();
  /** Those whose URL has parameters, each with the URLs that it stands for. */
  const patterns = new Map<string, RegExp>();
  app.addHook("onRoute", (route) => {
    // HEAD is GET without the body (RFC 9110, section 9.3.2), whoever has added the route.
    const methods = new Set([route.method].flat());
    if (methods.has("GET")) methods.add("HEAD");
    route.method = [...methods];
    // Every URL answers OPTIONS, for preflight requests: that alone does not make a resource.
    methods.delete("OPTIONS");
    if (route.url.includes(":")) patterns.set(route.url, new RegExp(`^${patternOf(route.url)}$`));
    if (methods.size > 0) served.set(route.url, new Set([...(served.get(route.url) ?? []), ...methods]));
  });
  app.addHook("onRequest", async (request, reply) => {
    if (!request.is404) return;
    const [url = ""] = request.url.split("?", 1);
    const pattern = [...patterns].find(([, one]) => one.test(url))?.[0];
    const known = served.get(url) ?? served.get(pattern ?? "");
    if (known === undefined) throw nothingHere();
    reply.header("allow", [...known, "OPTIONS"].join(", "));
    throw new Problem(405, `${request.method} is not allowed here; use ${[...known].join(" or ")}.`);
  });
}

/** What a URL with parameters stands for: a parameter is a part of the path. */
const patternOf = (url: string): string =>
  url.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace(/::|:\w+/g, (part) => (part === "::" ? ":" : "[^/]+"));

const nothingHere = (): Problem => new Problem(404, "There is nothing at this URL. The page at / shows what there is.");

function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const status = error instanceof Error && "statusCode" in error ? Number(error.statusCode) : 500;
  if (error instanceof Error && status >= 400 && status < 500) return new Problem(status, error.message);
  return new Problem(500, "The server failed to answer. Its log has the reason.");
}
