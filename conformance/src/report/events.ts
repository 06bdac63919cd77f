import type { Result } from "./result.ts";

/** What a run emits as it proceeds; reporters consume it. */
export type RunEvent =
  | { type: "start"; baseUrl: string; operations: number; planned: number; most: number; seed: number }
  | { type: "asking"; sent: number; most: number }
  | { type: "operation"; name: string; path: string; results: readonly Result[] }
  | { type: "further"; name: string; path: string; results: readonly Result[] }
  /** Results that were emitted with another state: only the whole run shows what they are. */
  | { type: "changed"; results: readonly Result[] }
  | { type: "cases"; results: readonly Result[] }
  | { type: "stopped"; reason: string };
