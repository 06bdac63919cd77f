import { passwordsIn, secretsInHeader } from "#kit/given-secrets";
import type { NamedCase } from "../contract/cases.ts";
import type { Show } from "../evidence/datum.ts";
import type { RepresentationChoice } from "../evidence/request.ts";
import type { OnExchange } from "../exchange/conversation.ts";
import type { Clock } from "../exchange/pace.ts";
import type { Fetch } from "../exchange/send.ts";
import { type TokenOptions, tokenSecrets } from "../exchange/tokens.ts";
import type { RunEvent } from "../report/events.ts";

/** What to judge, and how. */
export interface RunOptions extends TokenOptions {
  /** The service's root, without `/javni`: `https://host` or `https://host/some/prefix`. */
  baseUrl: string;
  /** Subscription key; sent to the base URL alone. @defaultValue none is sent */
  key?: string | undefined;
  /**
   * Further headers for REST. Their values are secrets, and may be credentials: requests that test what happens without a valid key do not
   * have them. @defaultValue none
   */
  headers?: Readonly<Record<string, string>> | undefined;
  /** Address of GraphQL. @defaultValue GraphQL is not tested */
  graphqlUrl?: string | undefined;
  /** Headers for GraphQL. Their values are secrets. @defaultValue none */
  graphqlHeaders?: Readonly<Record<string, string>> | undefined;
  /** Cases that exist, for what only a known case can show. @defaultValue none */
  cases?: readonly NamedCase[] | undefined;
  /** `"mock"` for a target that returns fixed responses and ignores paging and keys. @defaultValue `"live"` */
  kind?: "live" | "mock" | "recording" | undefined;
  /** Requirement ids or prefixes (`REG-PAGE`); an empty list is a `PlanError`. @defaultValue all */
  only?: readonly string[] | undefined;
  /** Names of operations; an empty list is a `PlanError`. @defaultValue all */
  operations?: readonly string[] | undefined;
  /** How to ask for XML. @defaultValue by the header `Accept` */
  xmlBy?: RepresentationChoice | undefined;
  /** Maximum number of requests, except for second looks at failures, which are at most 60. @defaultValue enough to ask every operation, and for some retries: `250` now, more with more operations */
  maxRequests?: number | undefined;
  /** Requests per minute. @defaultValue no limit */
  rate?: number | undefined;
  /** Milliseconds until a response must be complete. @defaultValue `30_000` */
  timeout?: number | undefined;
  /** Seed of the sampled offsets. @defaultValue random, and in the report */
  seed?: number | undefined;
  /** The lowest level whose failures mean that the service does not conform. @defaultValue `"must"` */
  failOn?: "must" | "should" | undefined;
  /** `"values"` shows values of rows in findings; rows hold personal data. @defaultValue `"shape"` */
  evidence?: Show | undefined;
  /** Whether to run the GraphQL over HTTP audits. @defaultValue `true` */
  audits?: boolean | undefined;
  /** Sends the requests. @defaultValue the runtime's own `fetch` */
  fetch?: Fetch | undefined;
  /** Tells the time, and waits. @defaultValue the system's */
  clock?: Clock | undefined;
  /** Ends the run early: the request in progress is given up, and the run rejects with the signal's reason. @defaultValue none does */
  signal?: AbortSignal | undefined;
  /** Called with the progress of the run. */
  onEvent?: ((event: RunEvent) => void) | undefined;
  /** Called after every exchange, for a recording. */
  onExchange?: OnExchange | undefined;
}

/** Every value that must not appear in any output. A plan refuses keys and case marks that are too short to redact; other short ones are not sought. */
export function secretsOf(
  options: Pick<RunOptions, "key" | "headers" | "graphqlUrl" | "graphqlHeaders" | "cases" | keyof TokenOptions>,
): string[] {
  const given = [options.headers ?? {}, options.graphqlHeaders ?? {}].flatMap((some) => Object.values(some));
  // A case mark leads to the persons in the case. A service may look it up, and return it, without whitespace around it.
  const marks = (options.cases ?? []).map(({ mark }) => mark.trim());
  // A gateway may have a key in the address.
  const inAddresses = [options.graphqlUrl ?? "", options.tokenUrl ?? ""].flatMap(passwordsIn);
  return [options.key ?? "", ...tokenSecrets(options), ...given.flatMap(secretsInHeader), ...inAddresses, ...marks];
}
