/** The service in this process: everything but a port. `index.ts` adds the port. */
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from "fastify";
import { cases, register } from "./contract/contract.ts";
import { describeGenerated } from "./data/generate.ts";
import { fetchFrom } from "./in-process.ts";
import { checkOptions, type ServiceOptions } from "./options.ts";
import { makeKey } from "./rest/keys.ts";
import type { Client } from "./rest/tokens.ts";
import { buildApp } from "./server.ts";
import type { LoadHooks } from "./store/load.ts";
import type { ExampleCase, State } from "./store/states.ts";
import { Store } from "./store/store.ts";
import { planTables } from "./store/tables.ts";
import type { LoadRequest } from "./store/work.ts";

/** Milliseconds that running requests get to finish when a server stops. */
const drainTime = 10_000;

/** The whole service, to be called in this process. `await using` closes it at the end of the block. */
export interface ReferenceService extends AsyncDisposable {
  /**
   * Answers as the global `fetch` would if the service listened at the URL, whatever its host and port: the `fetch` of a client.
   * Needs no `this`. Waits for the data. @throws {LoadError | DatabaseError} as `ready()` does, and `TypeError` after `close()`.
   */
  readonly fetch: typeof fetch;
  /** Fastify's own `inject`, with the response as one text. Needs no `this`. Waits for the data. */
  readonly inject: (request: string | InjectOptions) => Promise<LightMyRequestResponse>;
  /** Subscription keys that the service accepts. */
  readonly keys: readonly string[];
  /** The client that gets access tokens, if there is one. */
  readonly client: Client | undefined;
  /** Some cases in the data, with different marks, to query with `predmet`. */
  readonly exampleCases: readonly ExampleCase[];
  /** The newest state. There is none before `ready()`. */
  readonly state: State;
  /**
   * Waits for the data that the options ask for. `fetch`, `inject` and `load` do so by themselves.
   * @throws {LoadError} if a line of a file does not fit the contract; {DatabaseError} if the database cannot be used.
   */
  ready(): Promise<void>;
  /** Loads data and publishes it as the newest state; readers continue meanwhile. */
  load(request: LoadRequest, hooks?: LoadHooks): Promise<State>;
  /**
   * Lets running requests of a port finish, breaks off those in this process, then stops. Does nothing if it has stopped already.
   */
  close(): Promise<void>;
}

/** A service, and the web server that answers for it. */
interface OpenService {
  readonly service: ReferenceService;
  /** Settles once the data is there. */
  readonly app: Promise<FastifyInstance>;
}

/**
 * The whole service without a port: both interfaces, with generated data or with the files of a directory. It starts to load at
 * once, and every call waits for that.
 * @throws {RangeError} if an option is wrong; {DatabaseError} if the database cannot be opened.
 */
export function createReferenceService(options: ServiceOptions = {}): ReferenceService {
  return openService(options, false).service;
}

/** @param reference - Whether the API reference is there: it takes more time to start than all the rest, and a browser to be read. */
export function openService(options: ServiceOptions, reference: boolean): OpenService {
  checkOptions(options);
  const tables = planTables(register, cases);
  const store = new Store({ tables, file: options.database, keepStates: options.keepStates ?? 3 });
  const client = clientOf(register.keyHeader === "" ? { client: "client", ...options } : options);
  const keys = options.keys?.length || client ? (options.keys ?? []) : [makeKey()];
  const start = async (): Promise<FastifyInstance> => {
    try {
      await ensureData(store, options);
      const { rateLimit, logLevel = "silent", logTo = process.stderr } = options;
      const app = await buildApp({ store, keys, client, rateLimit, logLevel, logTo, reference });
      await app.ready();
      return app;
    } catch (error) {
      await store.close();
      throw error;
    }
  };
  const app = start();
  // Each call fails with it.
  app.catch(() => undefined);
  const closing = new AbortController();
  const stop = async (): Promise<void> => {
    closing.abort(new Error("The service was closed"));
    const started = await app.catch(() => undefined);
    if (started === undefined) return;
    const deadline = setTimeout(() => started.server.closeAllConnections(), drainTime);
    // Fastify closes the connections that are idle now; a client may keep others when it has its response.
    const idle = setInterval(() => started.server.closeIdleConnections(), 50);
    await started.close();
    clearInterval(idle);
    clearTimeout(deadline);
    await store.close();
  };
  let stopped: Promise<void> | undefined;
  const close = (): Promise<void> => {
    stopped ??= stop();
    return stopped;
  };
  const service: ReferenceService = {
    fetch: fetchFrom(app, closing.signal),
    inject: async (request) => (await app).inject(request),
    keys,
    client,
    get exampleCases() {
      return newest(store).exampleCases;
    },
    get state() {
      return newest(store);
    },
    ready: async () => void (await app),
    load: async (request, hooks) => {
      if (!("data" in request))
        checkOptions({ day: 0, ...request, rows: request.rows ?? Number.NaN, seed: request.seed ?? Number.NaN });
      await app;
      return await store.load(request, hooks);
    },
    close,
    [Symbol.asyncDispose]: close,
  };
  return { service, app };
}

const clientOf = ({ client, clientSecret, tokenSeconds = 3_600 }: ServiceOptions): Client | undefined =>
  client === undefined ? undefined : { id: client, secret: clientSecret ?? makeKey(), tokenSeconds };

/** Loads what the options ask for, unless the database holds it already. */
async function ensureData(store: Store, { data, rows, seed, day, hooks }: ServiceOptions): Promise<void> {
  const held = store.states()[0];
  if (data !== undefined) {
    await store.load({ data }, hooks);
    return;
  }
  const wanted = { rows: rows ?? 1_000, seed: seed ?? 1, day: day ?? 0 };
  const isAnyDataFine = rows === undefined && seed === undefined && day === undefined && held !== undefined;
  if (!isAnyDataFine && held?.source !== describeGenerated(wanted)) await store.load(wanted, hooks);
}

function newest(store: Store): State {
  const state = store.states()[0];
  if (state === undefined) throw new Error("No data has been loaded yet: await ready() first.");
  return state;
}
