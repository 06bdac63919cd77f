import type { Answer, NoAnswer } from "../exchange/answer.ts";
import type { Clock, Fetch } from "../exchange/exchange.ts";
import type { RepresentationChoice } from "../exchange/request.ts";
import type { Result } from "../report/report.ts";
import type { NamedCase } from "./cases.ts";

/** What to judge, and how. */
export interface RunOptions {
  /** The service's root, without `/javni`: `https://host` or `https://host/some/prefix`. */
  baseUrl: string;
  /** Subscription key; sent to the base URL alone. @defaultValue none is sent */
  key?: string | undefined;
  /** Address of interface B. @defaultValue interface B is not tested */
  graphqlUrl?: string | undefined;
  /** Headers for interface B. Their values are secrets. @defaultValue none */
  graphqlHeaders?: Readonly<Record<string, string>> | undefined;
  /** Cases that exist, for what only a known case can show. @defaultValue none */
  cases?: readonly NamedCase[] | undefined;
  /** `"mock"` for a target of fixed answers that looks at neither paging nor keys. @defaultValue `"live"` */
  kind?: "live" | "mock" | "recording" | undefined;
  /** Requirement ids or their beginnings (`REG-PAGE`); none at all is a `PlanError`. @defaultValue all */
  only?: readonly string[] | undefined;
  /** Names of operations; none at all is a `PlanError`. @defaultValue all */
  operations?: readonly string[] | undefined;
  /** How XML is asked for. @defaultValue by the header `Accept` */
  xmlBy?: RepresentationChoice | undefined;
  /** The most requests. @defaultValue `250` */
  maxRequests?: number | undefined;
  /** Requests a minute. @defaultValue as fast as they are answered */
  rate?: number | undefined;
  /** Milliseconds until an answer must be whole. @defaultValue `30_000` */
  timeout?: number | undefined;
  /** The limit that the first rows are asked for with, infinite for none. @defaultValue `1_000`, and less where the service refuses that */
  width?: number | undefined;
  /** Seed of the sampled offsets. @defaultValue drawn, and in the report */
  seed?: number | undefined;
  /** The least level at which a failure means that the service does not conform. @defaultValue `"must"` */
  failOn?: "must" | "should" | undefined;
  /** `"values"` shows values of rows in findings; rows hold personal data. @defaultValue `"shape"` */
  evidence?: "shape" | "values" | undefined;
  /** Whether to run the GraphQL over HTTP audits. @defaultValue `true` */
  audits?: boolean | undefined;
  /** @defaultValue the runtime's own */
  fetch?: Fetch | undefined;
  /** @defaultValue the system's */
  clock?: Clock | undefined;
  onEvent?: ((event: RunEvent) => void) | undefined;
  /** Sees every exchange, for a recording. What it sees holds the key. */
  onExchange?: ((exchange: Answer | NoAnswer, started: Date, milliseconds: number) => void) | undefined;
}

/** What a run tells while it goes on; reporters listen. */
export type RunEvent =
  | { type: "start"; baseUrl: string; operations: number; planned: number; most: number; seed: number }
  | { type: "asking"; sent: number; most: number }
  | { type: "operation"; name: string; path: string; index: number; count: number; results: readonly Result[] }
  | { type: "further"; name: string; path: string; rows: number; results: readonly Result[] }
  /** Results that were told otherwise: only the whole run shows what they are. */
  | { type: "settled"; results: readonly Result[] }
  | { type: "cases"; results: readonly Result[] }
  | { type: "stopped"; reason: string };
