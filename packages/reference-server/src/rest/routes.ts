import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import fresh from "fresh";
import type { Operation, RegisterContract } from "../contract/register.ts";
import { chooseRepresentation, type Representation } from "../representation/representation.ts";
import { type Expand, expandNothing, type SqlRow } from "../representation/write.ts";
import type { State } from "../store/states.ts";
import type { Store } from "../store/store.ts";
import type { Table } from "../store/tables.ts";
import type { Keys } from "./keys.ts";
import { type Asked, greatestLimit, readParameters } from "./parameters.ts";
import { Problem } from "./problem.ts";

/** Rows of a long list that are read and written at once. */
const slice = 200;

export interface RegisterRoutesOptions {
  readonly contract: RegisterContract;
  readonly store: Store;
  readonly keys: Keys;
}

/** Interface A: one route an operation, under the prefix that the plugin is registered with. */
export async function registerRoutes(app: FastifyInstance, options: RegisterRoutesOptions): Promise<void> {
  const { contract, store, keys } = options;
  const keyHeader = contract.keyHeader.toLowerCase();
  app.addHook("onRequest", async (request, reply) => {
    const key = request.headers[keyHeader];
    if (typeof key === "string" && keys.accepts(key)) return;
    reply.header("www-authenticate", `SubscriptionKey realm="court register", header="${contract.keyHeader}"`);
    const what = key === undefined ? "is missing" : "does not hold a valid key";
    throw new Problem(
      401,
      `The header ${contract.keyHeader} ${what}. Send the subscription key in it.`,
      contract.keyHeader,
    );
  });
  for (const operation of contract.operations) {
    const table = store.tables.register.get(operation.row.name);
    if (table === undefined) throw new Error(`There is no table for ${operation.row.name}.`);
    app.route({
      method: ["GET", "HEAD"],
      url: operation.path,
      handler: (request, reply) => answer({ operation, table, store, request, reply }),
    });
  }
}

interface Call {
  readonly operation: Operation;
  readonly table: Table;
  readonly store: Store;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

async function answer(call: Call): Promise<FastifyReply> {
  const { operation, table, store, request, reply } = call;
  reply.header("vary", "Accept");
  const representation = chooseRepresentation(request.headers.accept);
  if (representation === undefined) {
    throw new Problem(
      406,
      "This resource comes as application/json or application/xml; Accept takes neither.",
      "Accept",
    );
  }
  const asked = readParameters(operation, request.query as Record<string, unknown>);
  const state = findState(store, asked);
  const tag = etag(state, representation, request.url);
  const total = state.counts[table.name] ?? 0;
  reply.header("x-timestamp-id", state.uuid).header("etag", tag).header("cache-control", "private, no-cache");
  if (operation.totals) reply.header("x-total-count", total);
  // Only the tag counts: "Cache-Control: no-cache", which fetch adds by itself, is meant for caches on the way.
  if (fresh({ "if-none-match": request.headers["if-none-match"] }, { etag: tag })) return reply.code(304).send();
  reply.type(representation.contentType);
  const count = Math.min(asked.limit, Math.max(0, total - asked.offset));
  if (count > greatestLimit) {
    // Only lists without paging are this long. Nobody looks at the body of a HEAD, so none is made.
    if (request.method === "HEAD") return reply.send("");
    const held = store.hold(state);
    const rows = Readable.from(longBody(call, representation, asked, state), {
      objectMode: false,
      highWaterMark: 16_384,
    });
    return reply.send(rows.once("close", () => held[Symbol.dispose]()));
  }
  const rows = await readRows(call, asked, state, count);
  return reply.send(body(operation, representation, rows, expandFor(store, state, asked)));
}

function findState(store: Store, { timestampId }: Asked): State {
  const states = store.states();
  const state = timestampId === undefined ? states[0] : states.find(({ uuid }) => uuid === timestampId);
  if (state !== undefined) return state;
  if (timestampId === undefined) throw new Problem(503, "No data has been loaded yet. Try again in a while.");
  throw new Problem(
    404,
    "No state with this timestamp_id is kept here. Leave it out to read the newest.",
    "timestamp_id",
  );
}

/** States never change, so the state, the address and the representation say which bytes follow. */
function etag(state: State, { contentType }: Representation, url: string): string {
  // Weak, because a compressed body has the same tag as a plain one (RFC 9110, section 8.8.1).
  return `W/"${createHash("sha256").update(`${state.uuid}\n${contentType}\n${url}`).digest("base64url").slice(0, 22)}"`;
}

const expandFor = (store: Store, state: State, { expand }: Asked): Expand =>
  expand ? store.expansions(state) : expandNothing;

async function readRows(call: Call, asked: Asked, state: State, count: number): Promise<SqlRow[]> {
  const { store, table, request } = call;
  if (count === 0) return [];
  if (asked.name === undefined && !asked.activeOnly) return store.rows(state, table, asked.offset, count);
  return store.findSubjects(state, table, asked, asked, request.signal);
}

function body(operation: Operation, representation: Representation, rows: readonly SqlRow[], expand: Expand): string {
  const items = rows.map((row) => representation.row(operation.row, row, expand)).join(representation.between);
  return representation.before(operation) + items + representation.after(operation);
}

/** A list of any length, read as fast as the client takes it. Its state is held by the caller until the last row is gone. */
async function* longBody(
  { operation, table, store }: Call,
  representation: Representation,
  asked: Asked,
  state: State,
): AsyncGenerator<string> {
  const expand = expandFor(store, state, asked);
  const total = state.counts[table.name] ?? 0;
  yield representation.before(operation);
  for (let from = 0; from < total; from += slice) {
    yield await store.turns.run(() => {
      const rows = store.rows(state, table, from, slice);
      const items = rows.map((row) => representation.row(operation.row, row, expand));
      return (from === 0 ? "" : representation.between) + items.join(representation.between);
    });
  }
  yield representation.after(operation);
}
