/// <reference lib="es2024.arraybuffer" />
import { hash } from "node:crypto";
import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import fresh from "fresh";
import type { Operation, RegisterContract } from "../contract/register.ts";
import { chooseRepresentation, type Representation } from "../representation/representation.ts";
import type { State } from "../store/states.ts";
import type { Store, Wording } from "../store/store.ts";
import type { Table } from "../store/tables.ts";
import type { Keys } from "./keys.ts";
import { type CheckedParameters, greatestLimit, readParameters } from "./parameters.ts";
import { Problem } from "./problem.ts";
import { bearerIn, type Tokens, tokenPath } from "./tokens.ts";

/** Rows of a long list that are read and written in one go. */
const slice = 200;

export interface RegisterRoutesOptions {
  readonly contract: RegisterContract;
  readonly store: Store;
  /** Undefined if there are tokens alone. */
  readonly keys: Keys | undefined;
  /** Undefined if there are keys alone. */
  readonly tokens: Tokens | undefined;
}

/** REST: one route an operation, under the prefix that the plugin is registered with. */
export async function registerRoutes(app: FastifyInstance, options: RegisterRoutesOptions): Promise<void> {
  const { contract, store, keys, tokens } = options;
  const keyHeader = contract.keyHeader.toLowerCase();
  app.addHook("onRequest", async (request, reply) => {
    reply.header("vary", "Accept, accept-encoding");
    const { authorization } = request.headers;
    const token = bearerIn(authorization);
    if (tokens && !(token && tokens.accepts(token))) {
      // Without credentials, no error is named (RFC 6750, section 3.1).
      const error = authorization === undefined ? "" : ', error="invalid_token"';
      reply.header("www-authenticate", `Bearer realm="court register"${error}`);
      const what = authorization === undefined ? "is missing" : "does not contain a valid access token";
      throw new Problem(
        401,
        `The header Authorization ${what}. Send "Bearer" in it, and a token from POST ${tokenPath}.`,
        "Authorization",
      );
    }
    const key = request.headers[keyHeader];
    if (!keys || (typeof key === "string" && keys.accepts(key))) return;
    reply.header("www-authenticate", `SubscriptionKey realm="court register", header="${contract.keyHeader}"`);
    const what = key === undefined ? "is missing" : "does not contain a valid key";
    throw new Problem(
      401,
      `The header ${contract.keyHeader} ${what}. Send the subscription key in it.`,
      contract.keyHeader,
    );
  });
  for (const operation of contract.operations) {
    const table = store.tables.register.get(operation.row.name);
    if (table === undefined) throw new Error(`There is no table for ${operation.row.name}.`);
    const { pattern, names } = routeOf(operation.path);
    app.get(pattern, (request, reply) => respond({ operation, names, table, store, request, reply }));
  }
}

/** The path of an operation as Fastify writes it, and the names of its parameters in their order. */
function routeOf(path: string): { readonly pattern: string; readonly names: readonly string[] } {
  const names: string[] = [];
  // Names of ours: theirs may have characters that end one.
  const pattern = path.replaceAll(":", "::").replace(/\{([^{}]+)\}/g, (_, name: string) => `:p${names.push(name)}`);
  return { pattern, names };
}

interface Call {
  readonly operation: Operation;
  /** The parameters in its path. */
  readonly names: readonly string[];
  readonly table: Table;
  readonly store: Store;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

async function respond(call: Call): Promise<FastifyReply> {
  const { operation, table, store, request, reply } = call;
  const representation = chooseRepresentation(request.headers.accept, operation.xml);
  if (representation === undefined) {
    const available = operation.xml
      ? "as application/json, application/xml or text/xml, but Accept allows none of them"
      : "as application/json alone, which Accept does not allow";
    throw new Problem(406, `This resource is available ${available}.`, "Accept");
  }
  refuseUndecodable(request.url);
  const values = request.params as Readonly<Record<string, string>>;
  const parameters = readParameters(operation, {
    query: request.query as Record<string, unknown>,
    path: Object.fromEntries(call.names.map((name, index) => [name, values[`p${index + 1}`] ?? ""])),
    headers: request.headers,
  });
  const state = findState(store, parameters);
  const tag = etag(state, representation, request.url);
  const { filters } = parameters;
  const isObject = operation.answer === "object";
  const total =
    filters.length === 0
      ? (state.counts[table.name] ?? 0)
      : await store.turns.run(() => store.count(state, table, filters));
  if (isObject && total === 0) throw notFound(operation, call.names);
  reply.header("x-timestamp-id", state.uuid).header("etag", tag).header("cache-control", "private, no-cache");
  if (operation.totals) reply.header("x-total-count", total);
  // Only the tag counts: "Cache-Control: no-cache", which fetch adds by itself, is meant for caches on the way.
  if (fresh({ "if-none-match": request.headers["if-none-match"] }, { etag: tag })) return reply.code(304).send();
  reply.type(representation.contentType);
  const wording = {
    table,
    representation,
    expand: parameters.expand,
    ...(isObject && { element: operation.xmlRoot }),
  };
  const count = Math.min(isObject ? 1 : parameters.limit, Math.max(0, total - parameters.offset));
  if (count > greatestLimit && filters.length === 0) {
    // Only lists without paging are this long. The response to a HEAD has no body, so none is made, and no length is known.
    if (request.method === "HEAD") return reply.send(Readable.from([]));
    const held = store.hold(state);
    const rows = Readable.from(longBody(call, state, wording), {
      objectMode: false,
      highWaterMark: 16_384,
    });
    return reply.send(rows.once("close", () => held[Symbol.dispose]()));
  }
  const ends = { before: representation.before(operation), after: representation.after(operation) };
  const searched = count > 0 && (parameters.name !== undefined || parameters.activeOnly);
  if (searched) return sendBytes(reply, await store.findSubjects(state, wording, ends, parameters, request.signal));
  if (filters.length > 0) {
    const page = { offset: parameters.offset, limit: count };
    return sendBytes(reply, await store.turns.run(() => store.find(state, wording, filters, page, ends)));
  }
  return sendBytes(reply, store.text(state, wording, parameters.offset, count, ends));
}

/**
 * Sends bytes, and frees their memory when they are out. Otherwise the garbage collector goes through the whole heap for it,
 * some forty times in ten thousand pages, which takes a third of their total time.
 */
function sendBytes(reply: FastifyReply, bytes: Uint8Array<ArrayBuffer>): FastifyReply {
  // Nobody reads them after that. A response that breaks off does not finish: its bytes are left to the garbage collector.
  reply.raw.once("finish", () => bytes.buffer.transfer(0));
  return reply.send(bytes);
}

function notFound({ row }: Operation, names: readonly string[]): Problem {
  const asked = names.length === 0 ? "" : ` with this ${names.join(" and ")}`;
  return new Problem(404, `There is no ${row.name}${asked}.`, names[0]);
}

/** Text that cannot be decoded would be searched for undecoded, and not found. */
function refuseUndecodable(url: string): void {
  if (isDecodable(url)) return;
  const part = url.split(/[?&]/).find((one) => !isDecodable(one)) ?? "";
  const [, name] = /^(\w+)=/.exec(part) ?? [];
  const what = `${name ?? "The query"} is not percent-encoded UTF-8.`;
  throw new Problem(400, `${what} Encode each value as encodeURIComponent does.`, name);
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

function findState(store: Store, { timestampId }: CheckedParameters): State {
  const states = store.states();
  const state = timestampId === undefined ? states[0] : states.find(({ uuid }) => uuid === timestampId);
  if (state !== undefined) return state;
  if (timestampId === undefined) throw new Problem(503, "No data has been loaded yet. Try again later.");
  throw new Problem(
    404,
    "No state with this timestamp_id is kept here. Leave timestamp_id out to read the newest state.",
    "timestamp_id",
  );
}

/** States never change, so state, URL and representation determine the bytes. */
function etag(state: State, { contentType }: Representation, url: string): string {
  // Weak, because a compressed body has the same tag as a plain one (RFC 9110, section 8.8.1).
  return `W/"${hash("sha256", `${state.uuid}\n${contentType}\n${url}`, "base64url").slice(0, 22)}"`;
}

/** A list of any length, read as fast as the client takes it. The caller holds its state until the last row is sent. */
async function* longBody(
  { operation, store }: Call,
  state: State,
  wording: Wording,
): AsyncGenerator<string | Uint8Array> {
  const { before, between, after } = wording.representation;
  const total = state.counts[wording.table.name] ?? 0;
  yield before(operation);
  for (let from = 0; from < total; from += slice) {
    const ends = { before: from === 0 ? "" : between, after: "" };
    yield await store.turns.run(() => store.text(state, wording, from, slice, ends));
  }
  yield after(operation);
}
