import { greatestRows } from "./data/generate.ts";
import type { LoadHooks } from "./store/load.ts";

/** How much is logged. */
export type LogLevel = "silent" | "error" | "warn" | "info" | "debug";

export const logLevels: readonly LogLevel[] = ["silent", "error", "warn", "info", "debug"];

/** Options of `createReferenceService`. */
export interface ServiceOptions {
  /** Subscription keys for the REST interface: printable ASCII without spaces. @defaultValue one that is generated, unless there is a client */
  readonly keys?: readonly string[];
  /**
   * Id of a client: the REST interface then asks for access tokens, which `POST /token` gives (OAuth 2, client credentials), and for a key
   * only if there are `keys`. @defaultValue no tokens
   */
  readonly client?: string;
  /** Secret of the client. @defaultValue one that is generated */
  readonly clientSecret?: string;
  /** Seconds that a token lasts. @defaultValue `3_600` */
  readonly tokenSeconds?: number;
  /** Number of subjects to generate. @defaultValue `1_000`, or what the database contains */
  readonly rows?: number;
  /** Seed of the generated rows. @defaultValue `1` */
  readonly seed?: number;
  /** Day of the generated rows: something happens to some subjects and court cases from day to day. @defaultValue `0` */
  readonly day?: number;
  /** Directory with `<resource>.ndjson` files to load instead of generating rows. */
  readonly data?: string;
  /** File to keep everything in. @defaultValue in memory */
  readonly database?: string;
  /** Number of loads that stay readable by `timestamp_id`. @defaultValue `3` */
  readonly keepStates?: number;
  /** Requests per minute allowed from one address. @defaultValue no limit */
  readonly rateLimit?: number;
  /** How much is logged, as JSON lines. Keys are never logged. @defaultValue `"silent"` */
  readonly logLevel?: LogLevel;
  /** Where the log goes. @defaultValue standard error */
  readonly logTo?: { write(line: string): void };
  /** Called with the progress of the first load. */
  readonly hooks?: LoadHooks;
}

/** Options of `startServer`. */
export interface ServerOptions extends ServiceOptions {
  /** Address to listen on. @defaultValue `"127.0.0.1"` */
  readonly host?: string;
  /** Port to listen on; 0 picks a free one. @defaultValue `0` */
  readonly port?: number;
}

/** Bounds of the options that are integers. */
export const bounds: Readonly<
  Record<
    "port" | "rows" | "seed" | "day" | "keepStates" | "rateLimit" | "tokenSeconds",
    readonly [from: number, to: number]
  >
> = {
  port: [0, 65_535],
  rows: [1, greatestRows],
  seed: [0, 2 ** 31 - 1],
  day: [0, 10_000],
  keepStates: [1, 100],
  rateLimit: [1, 1e9],
  tokenSeconds: [1, 31_536_000],
};

/** Whether a header can carry the key as it is. */
export const isKey = (key: string): boolean => /^[\x21-\x7e]+$/.test(key);

/**
 * Refuses what the command line would refuse, before anything is opened or loaded.
 * @throws {RangeError} that names the option and never a key.
 */
export function checkOptions(options: ServerOptions): void {
  for (const [name, [from, to]] of Object.entries(bounds)) {
    const value = options[name as keyof typeof bounds];
    if (value !== undefined && !(Number.isInteger(value) && value >= from && value <= to))
      throw new RangeError(`${name} must be an integer from ${from} to ${to}, but is ${value}.`);
  }
  const { host, keys = [], client, clientSecret, logLevel = "silent" } = options;
  // With an empty host, Node listens on every address: an empty variable must not expose the server.
  if (host === "") throw new RangeError("host is empty: it must be an address, such as 127.0.0.1 or 0.0.0.0.");
  if (!keys.every(isKey)) throw new RangeError("a key must be printable ASCII without spaces, and not empty.");
  for (const [name, text] of Object.entries({ client, clientSecret }))
    if (text !== undefined && !isKey(text))
      throw new RangeError(`${name} must be printable ASCII without spaces, and not empty.`);
  if (client === undefined && clientSecret !== undefined)
    throw new RangeError("clientSecret is the secret of a client: give client too.");
  if (!logLevels.includes(logLevel)) throw new RangeError(`logLevel must be one of ${logLevels.join(", ")}.`);
}
