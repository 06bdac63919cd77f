import type { AddressInfo } from "node:net";
import type { FastifyServerOptions } from "fastify";
import { cases, register } from "./contract/contract.ts";
import { describeGenerated } from "./data/generate.ts";
import { makeKey } from "./rest/keys.ts";
import { buildApp } from "./server.ts";
import type { LoadHooks } from "./store/load.ts";
import type { ExampleCase, State } from "./store/states.ts";
import { Store } from "./store/store.ts";
import { planTables } from "./store/tables.ts";
import type { LoadRequest } from "./store/work.ts";

export { DatabaseError } from "./store/database.ts";
export { LoadError, type LoadHooks, type Progress } from "./store/load.ts";
export type { ExampleCase, State } from "./store/states.ts";
export type { LoadRequest } from "./store/work.ts";

export interface ServerOptions {
  /** Address to listen on. @defaultValue `"127.0.0.1"` */
  readonly host?: string;
  /** Port to listen on; 0 picks a free one. @defaultValue `0` */
  readonly port?: number;
  /** Subscription keys that open interface A. @defaultValue one that is made */
  readonly keys?: readonly string[];
  /** Number of subjects to generate. @defaultValue `1_000`, or what the database holds */
  readonly rows?: number;
  /** Seed of the generated rows. @defaultValue `1` */
  readonly seed?: number;
  /** Directory with `<resource>.ndjson` files to load instead of generating rows. */
  readonly data?: string;
  /** Database file. @defaultValue everything stays in memory */
  readonly database?: string;
  /** How many states stay readable by `timestamp_id`. @defaultValue `3` */
  readonly keepStates?: number;
  /** Requests a minute that one address may make. @defaultValue any number */
  readonly rateLimit?: number;
  /** Logger options, as fastify takes them. @defaultValue no log */
  readonly logger?: FastifyServerOptions["logger"];
  /** Told how the first load goes on. */
  readonly hooks?: LoadHooks;
}

/** A server that answers requests. `await using` stops it at the end of the block. */
export interface RunningServer extends AsyncDisposable {
  /** Root of the service, without `/javni` and without a slash at its end. */
  readonly url: string;
  readonly keys: readonly string[];
  /** Cases that the data holds, to ask `predmet` for. */
  readonly exampleCases: readonly ExampleCase[];
  /** The newest state. */
  readonly state: State;
  /** Loads more data and publishes it as the newest state; readers go on meanwhile. */
  load(request: LoadRequest, hooks?: LoadHooks): Promise<State>;
  /** Lets requests that go on finish, then stops. */
  close(): Promise<void>;
}

/**
 * Starts the service: both interfaces, on generated data or on the files of a directory.
 * @throws {LoadError} when a line of a file does not fit the contract.
 * @throws {DatabaseError} when the database cannot be used; an error with the code `EADDRINUSE` when the port is taken.
 */
export async function startServer(options: ServerOptions = {}): Promise<RunningServer> {
  const store = new Store({
    tables: planTables(register, cases),
    file: options.database,
    keepStates: options.keepStates ?? 3,
  });
  try {
    await ensureData(store, options);
    const keys = options.keys?.length ? options.keys : [makeKey()];
    const app = await buildApp({ store, keys, rateLimit: options.rateLimit, logger: options.logger ?? false });
    await app.listen({ host: options.host ?? "127.0.0.1", port: options.port ?? 0 });
    const close = async (): Promise<void> => {
      await app.close();
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
      load: (request, hooks) => store.load(request, hooks),
      close,
      [Symbol.asyncDispose]: close,
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** Loads what the options ask for, unless the database holds it already. */
async function ensureData(store: Store, { data, rows, seed, hooks }: ServerOptions): Promise<void> {
  const held = store.states()[0];
  if (data !== undefined) {
    await store.load({ data }, hooks);
    return;
  }
  const wanted = { rows: rows ?? 1_000, seed: seed ?? 1 };
  const anyWill = rows === undefined && seed === undefined && held !== undefined;
  if (!anyWill && held?.source !== describeGenerated(wanted)) await store.load(wanted, hooks);
}

function newest(store: Store): State {
  const state = store.states()[0];
  if (state === undefined) throw new Error("No data has been loaded.");
  return state;
}

const address = ({ address, family, port }: AddressInfo): string =>
  `http://${family === "IPv6" ? `[${address}]` : address}:${port}`;
