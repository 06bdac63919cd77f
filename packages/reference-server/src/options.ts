import type { LoadHooks } from "./store/load.ts";

/** How much the log says. */
export type LogLevel = "silent" | "error" | "warn" | "info" | "debug";

export const logLevels: readonly LogLevel[] = ["silent", "error", "warn", "info", "debug"];

export interface ServerOptions {
  /** Address to listen on. @defaultValue `"127.0.0.1"` */
  readonly host?: string;
  /** Port to listen on; 0 picks a free one. @defaultValue `0` */
  readonly port?: number;
  /** Subscription keys that open interface A: printable ASCII without blanks. @defaultValue one that is made */
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
  /** How much is logged, one JSON object a line. Keys never are. @defaultValue `"silent"` */
  readonly logLevel?: LogLevel;
  /** Where the log goes. @defaultValue standard error */
  readonly logTo?: { write(line: string): void };
  /** Told how the first load goes on. */
  readonly hooks?: LoadHooks;
}
