import { GraphQLError } from "graphql";
import type { GraphQLParams, Plugin } from "graphql-yoga";
import { InexactNumberError, parseExact } from "../contract/exact-json.ts";

const badRequest = (message: string): GraphQLError =>
  new GraphQLError(message, { extensions: { http: { status: 400 }, code: "BAD_REQUEST" } });

function parse(text: string, what: string): unknown {
  try {
    return parseExact(text);
  } catch (error) {
    if (error instanceof InexactNumberError)
      throw badRequest(`${what} has a number that would be rounded: ${error.message}.`);
    throw badRequest(`${what} must be JSON.`);
  }
}

function parseObject(text: string | null, what: string): Record<string, unknown> | undefined {
  const value = text === null || text === "" ? undefined : parse(text, what);
  if (value === undefined || value === null) return undefined;
  if (typeof value !== "object" || Array.isArray(value)) throw badRequest(`${what} must be an object.`);
  return value as Record<string, unknown>;
}

function parseUrl(request: Request): GraphQLParams {
  const query = new URL(request.url, "http://localhost").searchParams;
  const params: GraphQLParams = {};
  const text = query.get("query");
  const operationName = query.get("operationName");
  const variables = parseObject(query.get("variables"), "variables");
  const extensions = parseObject(query.get("extensions"), "extensions");
  if (text) params.query = text;
  if (operationName) params.operationName = operationName;
  if (variables) params.variables = variables;
  if (extensions) params.extensions = extensions;
  return params;
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

function decode(bytes: ArrayBuffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw badRequest("The body must be UTF-8.");
  }
}

async function parseBody(request: Request): Promise<GraphQLParams> {
  const body = parse(decode(await request.arrayBuffer()), "The body");
  if (typeof body !== "object" || body === null || Array.isArray(body)) throw badRequest("The body must be an object.");
  return body;
}

function refuseType(): never {
  throw new GraphQLError("The body must be application/json.", { extensions: { http: { status: 415 } } });
}

/**
 * A client that sends the hash of a document instead of its text expects the error PersistedQueryNotSupported: then it sends the
 * text (Apollo's protocol of automatic persisted queries). Yoga would only say that there is no query.
 */
function refuseHash({ query, extensions }: GraphQLParams): void {
  const isHash = !query && typeof extensions === "object" && extensions !== null && "persistedQuery" in extensions;
  if (!isHash) return;
  throw new GraphQLError("PersistedQueryNotSupported", {
    extensions: {
      code: "PERSISTED_QUERY_NOT_SUPPORTED",
      // 200 for clients that ask for application/json: some of them read no other response.
      http: { status: 400, spec: true, headers: { "cache-control": "private, no-cache, must-revalidate" } },
    },
  });
}

const jsonTypes = /^application\/(graphql\+)?json\s*(;|$)/i;

/**
 * Parses requests without rounding, and refuses bytes that are not UTF-8. Yoga's own parsers do neither, so forms and bare
 * documents, which GraphQL over HTTP does not require, are not served.
 */
export const exactRequests: Plugin = {
  onRequestParse({ request, setRequestParser }) {
    if (request.method === "GET") setRequestParser(parseUrl);
    else if (jsonTypes.test(request.headers.get("content-type") ?? "")) setRequestParser(parseBody);
    else setRequestParser(refuseType);
  },
  onParams: ({ params }) => refuseHash(params),
};
