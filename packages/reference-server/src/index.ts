import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { cases, register } from "./contract/contract.ts";
import { describeGenerated } from "./data/generate.ts";
import { checkOptions, type ServerOptions } from "./options.ts";
import { makeKey } from "./rest/keys.ts";
import { buildApp } from "./server.ts";
import type { LoadHooks } from "./store/load.ts";
import type { ExampleCase, State } from "./store/states.ts";
import { Store } from "./store/store.ts";
import { planTables } from "./store/tables.ts";
import type { LoadRequest } from "./store/work.ts";

export type { LogLevel, ServerOptions } from "./options.ts";
export { DatabaseError } from "./store/database.ts";
export { LoadError, type LoadHooks, type Progress } from "./store/load.ts";
export type { ExampleCase, State } from "./store/states.ts";
export type { LoadRequest } from "./store/work.ts";

/** Parts of the contract that this server does not serve, one line each: empty, unless the contract has grown. */
export const unserved: readonly string[] = [...register.unserved, ...cases.unserved];

/** Milliseconds that running requests get to finish when the server stops. */
const drainTime = 10_000;

/** A running server. `await using` stops it at the end of the block. */
export interface RunningServer extends AsyncDisposable {
  /** Root of the service, without `/javni` and without a trailing slash. */
  readonly url: string;
  /** Subscription keys that the server accepts. */
  readonly keys: readonly string[];
  /** Some cases in the data, with different marks, to query with `predmet`. */
  readonly exampleCases: readonly ExampleCase[];
  /** The newest state. */
  readonly state: State;
  /** Loads data and publishes it as the newest state; readers continue meanwhile. */
  load(request: LoadRequest, hooks?: LoadHooks): Promise<State>;
  /** Lets running requests finish, then stops. Does nothing if the server has stopped already. */
  close(): Promise<void>;
}

/**
 * Starts the service: both interfaces, with generated data or with the files of a directory.
 * @throws {RangeError} if an option is wrong; {LoadError} if a line of a file does not fit the contract.
 * @throws {DatabaseError} if the database cannot be used; an error with the code `EADDRINUSE` if the port is taken.
 */
export async function startServer(options: ServerOptions = {}): Promise<RunningServer> {
  checkOptions(options);
  const { host = "127.0.0.1", port = 0 } = options;
  await tryToListen(host, port);
  const store = new Store({
    tables: planTables(register, cases),
    file: options.database,
    keepStates: options.keepStates ?? 3,
  });
  try {
    await ensureData(store, options);
    const keys = options.keys?.length ? options.keys : [makeKey()];
    const { rateLimit, logLevel = "silent", logTo = process.stderr } = options;
    const app = await buildApp({ store, keys, rateLimit, logLevel, logTo });
    await app.listen({ host, port });
    const close = async (): Promise<void> => {
      const deadline = setTimeout(() => app.server.closeAllConnections(), drainTime);
      // Fastify closes the connections that are idle now; a client may keep others when it has its response.
      const idle = setInterval(() => app.server.closeIdleConnections(), 50);
      await app.close();
      clearInterval(idle);
      clearTimeout(deadline);
      await store.close();
    };
    return {
      url: address(app.server.address() as AddressInfo),
      keys,
      get exampleCases() {
        return newest(store).exampleCases;
      },
      get state() {
        return newest(store);
      },
      load: async (request, hooks) => {
        if (!("data" in request)) checkOptions({ rows: request.rows ?? Number.NaN, seed: request.seed ?? Number.NaN });
        return await store.load(request, hooks);
      },
      close,
      [Symbol.asyncDispose]: close,
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** Fails at once where it cannot listen: the load before it may take minutes, and pushes the oldest state out of a database. */
async function tryToListen(host: string, port: number): Promise<void> {
  const probe = createServer().listen({ host, port });
  await once(probe, "listening");
  await once(probe.close(), "close");
}

/** Loads what the options ask for, unless the database holds it already. */
async function ensureData(store: Store, { data, rows, seed, hooks }: ServerOptions): Promise<void> {
  const held = store.states()[0];
  if (data !== undefined) {
    await store.load({ data }, hooks);
    return;
  }
  const wanted = { rows: rows ?? 1_000, seed: seed ?? 1 };
  const isAnyDataFine = rows === undefined && seed === undefined && held !== undefined;
  if (!isAnyDataFine && held?.source !== describeGenerated(wanted)) await store.load(wanted, hooks);
}

function newest(store: Store): State {
  const state = store.states()[0];
  if (state === undefined) throw new Error("No data has been loaded.");
  return state;
}

const address = ({ address, family, port }: AddressInfo): string =>
  `http://${family === "IPv6" ? `[${address}]` : address}:${port}`;
