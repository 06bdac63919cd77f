import { AsyncLocalStorage } from "node:async_hooks";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { execute, GraphQLError, GraphQLSchema, parse } from "graphql";
import type { Plugin, YogaServerInstance } from "graphql-yoga";
import type { CasesContract } from "../contract/cases.ts";
import { Problem } from "../rest/problem.ts";
import type { Store } from "../store/store.ts";
import { argumentsRule } from "./arguments.ts";
import { limits, limitsRule } from "./limits.ts";
import { exactRequests } from "./parse.ts";
import { type CasesContext, makeContext, makeResolvers } from "./resolvers.ts";

/** Maximum size of a body in kilobytes: far more than the limit on tokens lets through. */
const bodyLimit = 256;

const parseBounded: typeof parse = (source, options) => {
  try {
    return parse(source, { ...options, maxTokens: limits.tokens });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    // The parser is recursive: many levels overflow its stack.
    throw new GraphQLError(`The document has too many levels; at most ${limits.depth} are allowed.`);
  }
};

/**
 * Limits what is parsed, and refuses what cannot be answered as requested. Executes with graphql: yoga's own executor takes any
 * object with a field `then` for a promise, and a request may give a field that alias.
 */
const bounded = (contract: CasesContract): Plugin => ({
  onParse: ({ setParseFn }) => setParseFn(parseBounded),
  onValidate: ({ addValidationRule }) => [limitsRule, argumentsRule(contract)].forEach(addValidationRule),
  onExecute: ({ setExecuteFn }) => setExecuteFn(execute),
});

/** Internal errors of the running request. One may fail in thousands of fields, for the same reason. */
const failures = new AsyncLocalStorage<unknown[]>();

const welcome = `# Look up a case by its mark and court:
# predmet(oznakaBroj: "…", sud: …) { id sudac }
# sudovi lists the courts.
query {
  posljednjeAzuriranje
  sudovi { id sudNaziv }
}
`;

/** GraphQL over HTTP. Loaded when it is first called: that takes as long as all the rest of a start. */
async function makeYoga(
  contract: CasesContract,
  store: Store,
  path: string,
): Promise<YogaServerInstance<CasesContext, object>> {
  const { createSchema, createYoga } = await import("graphql-yoga");
  const schema = createSchema<CasesContext>({ typeDefs: contract.sdl, resolvers: makeResolvers(store, contract) });
  if (!(schema instanceof GraphQLSchema))
    throw new Error(
      "GraphQL cannot be served: graphql-yoga uses another copy of graphql than this server. Give the project graphql 16.11 or newer; `npm ls graphql` shows the copies.",
    );
  return createYoga<CasesContext>({
    schema,
    graphqlEndpoint: path,
    plugins: [exactRequests, bounded(contract)],
    // Fifteen megabytes of page, loaded when it is first opened.
    renderGraphiQL: async (options) => (await import("@graphql-yoga/render-graphiql")).renderGraphiQL(options),
    graphiql: { title: "Court cases", defaultQuery: welcome },
    // Internal errors stay internal, whatever NODE_ENV says.
    maskedErrors: { isDev: false },
    // A thousand documents of the size that the limits allow take a gigabyte of memory.
    parserAndValidationCache: false,
    multipart: false,
    landingPage: false,
    cors: false,
    logging: {
      debug: () => undefined,
      info: () => undefined,
      warn: () => undefined,
      error: (error: unknown) => void failures.getStore()?.push(error),
    },
  });
}

/** GraphQL over HTTP at one URL, and GraphiQL for browsers. */
export async function casesRoute(
  app: FastifyInstance,
  { contract, store, path }: { contract: CasesContract; store: Store; path: string },
): Promise<void> {
  let yoga: ReturnType<typeof makeYoga> | undefined;
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: bodyLimit * 1024 }, (_request, body, done) =>
    done(null, body),
  );
  app.addHook("onRequest", async (_request, reply) => void reply.header("vary", "Accept, accept-encoding"));
  app.setErrorHandler((error) => {
    const isTooLarge = error instanceof Error && "statusCode" in error && error.statusCode === 413;
    throw isTooLarge ? new Problem(413, `The body is too large; at most ${bodyLimit} KB are allowed.`) : error;
  });
  app.route({
    method: ["GET", "POST"],
    url: path,
    handler: async (request, reply) => {
      const state = store.states()[0];
      if (state === undefined) throw new Problem(503, "No data has been loaded yet. Try again later.");
      if ((request.headers["content-encoding"] ?? "identity") !== "identity")
        throw new Problem(
          415,
          "Compressed bodies are not supported. Send the body without Content-Encoding.",
          "Content-Encoding",
        );
      using _ = store.hold(state);
      const failed: unknown[] = [];
      yoga ??= makeYoga(contract, store, path);
      const running = await yoga;
      const response = await failures.run(failed, () => running.fetch(toRequest(request), makeContext(store, state)));
      if (failed.length > 0) request.log.error({ err: failed[0], failures: failed.length }, "graphql");
      return await forward(response, reply);
    },
  });
}

function toRequest(request: FastifyRequest): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (typeof value === "string" && !name.startsWith(":")) headers.set(name, value);
  }
  const body = Buffer.isBuffer(request.body) ? new Uint8Array(request.body) : null;
  // The response to a HEAD is that to a GET; the web server leaves its body out.
  const method = request.method === "HEAD" ? "GET" : request.method;
  return new Request(new URL(request.url, "http://localhost"), { method, headers, body });
}

/** Headers about the connection (RFC 9110, section 7.6.1), which the web server sets. */
const ofConnection: ReadonlySet<string> = new Set(["connection", "keep-alive", "transfer-encoding", "content-length"]);

/** Problems for the statuses that yoga sends without a body. */
const problems: ReadonlyMap<number, Problem> = new Map([
  [
    406,
    new Problem(
      406,
      "Responses are application/graphql-response+json or application/json, but Accept allows neither.",
      "Accept",
    ),
  ],
  [415, new Problem(415, "Send the body as application/json, with the query in it.", "Content-Type")],
]);

async function forward(response: Response, reply: FastifyReply): Promise<FastifyReply> {
  const problem = problems.get(response.status);
  if (problem !== undefined) throw problem;
  reply.code(response.status);
  for (const [name, value] of response.headers) if (!ofConnection.has(name.toLowerCase())) reply.header(name, value);
  return reply.send(await response.text());
}
