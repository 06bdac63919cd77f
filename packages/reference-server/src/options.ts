import type { LoadHooks } from "./store/load.ts";

/** How much is logged. */
export type LogLevel = "silent" | "error" | "warn" | "info" | "debug";

export const logLevels: readonly LogLevel[] = ["silent", "error", "warn", "info", "debug"];

/** Options of `startServer`. */
export interface ServerOptions {
  /** Address to listen on. @defaultValue `"127.0.0.1"` */
  readonly host?: string;
  /** Port to listen on; 0 picks a free one. @defaultValue `0` */
  readonly port?: number;
  /** Subscription keys for interface A: printable ASCII without spaces. @defaultValue one that is generated */
  readonly keys?: readonly string[];
  /** Number of subjects to generate. @defaultValue `1_000`, or what the database contains */
  readonly rows?: number;
  /** Seed of the generated rows. @defaultValue `1` */
  readonly seed?: number;
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
