/** The service, as a copy reads it. */

import type { Cursor, RegisterClientOptions } from "@court-register/fetch";
import { type Credentials, clientCredentials } from "@court-register/fetch/client-credentials";
import type { CaseNote } from "../cases/mark.ts";
import type { RegisterList } from "../wire/list.ts";
import type { WireObject } from "../wire/wire.ts";
import { withOwnOptions } from "./advice.ts";

/** How access tokens are got (OAuth 2, client credentials), beside a key or in its place. */
export interface TokenOptions {
  /** URL of the token endpoint. @defaultValue the environment variable `COURT_REGISTER_TOKEN_URL`; none: no token is sent */
  tokenUrl?: string | undefined;
  /** @defaultValue the environment variable `COURT_REGISTER_CLIENT_ID` */
  clientId?: string | undefined;
  /** @defaultValue the environment variable `COURT_REGISTER_CLIENT_SECRET` */
  clientSecret?: string | undefined;
  /** What the token is to allow. @defaultValue the environment variable `COURT_REGISTER_SCOPE`; none: the service decides */
  scope?: string | undefined;
  /**
   * How the endpoint is told the credentials: in the header `authorization`, or in the body, for one that takes them only there (RFC 6749,
   * section 2.3.1).
   * @defaultValue `"client_secret_basic"`
   */
  authentication?: "client_secret_basic" | "client_secret_post" | undefined;
}

/** What gets the tokens; undefined if nobody has asked for any. @throws TypeError if an option is missing or cannot work. */
export function credentialsOf(
  { tokenUrl, clientId, clientSecret, scope, authentication }: TokenOptions,
  fetch: RegisterClientOptions["fetch"],
): Credentials | undefined {
  const { COURT_REGISTER_TOKEN_URL, COURT_REGISTER_CLIENT_ID } = process.env;
  if (!(tokenUrl || clientId || COURT_REGISTER_TOKEN_URL || COURT_REGISTER_CLIENT_ID)) return undefined;
  return withOwnOptions("register", () =>
    clientCredentials({ tokenUrl, clientId, clientSecret, scope, authentication, fetch }),
  );
}

/** Bytes that a response may have. A row of the largest list without pages, that of branch offices, has some 270: 120,000 of them fit. */
export const defaultMaxBody: number = 2 ** 25;

/** How the service is asked. */
export interface SourceOptions extends TokenOptions {
  /** Root of the service, without `/javni`. @defaultValue the environment variable `COURT_REGISTER_BASE_URL` */
  baseUrl?: string | undefined;
  /** Subscription key; it may be missing if there are tokens. @defaultValue the environment variable `COURT_REGISTER_KEY` */
  subscriptionKey?: string | undefined;
  /**
   * Rows to ask for in a page. The service may send fewer.
   * @defaultValue `1000`
   */
  limit?: number | undefined;
  /**
   * Pages to keep in flight ahead of those that are written.
   * @defaultValue `2`
   */
  prefetch?: number | undefined;
  /**
   * Requests per minute.
   * @defaultValue none: no limit
   */
  rate?: number | undefined;
  /**
   * Milliseconds that a response may take.
   * @defaultValue `30_000`
   */
  timeout?: number | undefined;
  /**
   * Bytes that a response may have, and eight for each value in it. A list without pages comes in one response.
   * @defaultValue `33_554_432`, which is 32 MiB
   */
  maxBody?: number | undefined;
  /**
   * The `fetch` to use, in the thread of the caller.
   * @defaultValue the global `fetch`, in a thread of its own
   */
  fetch?: RegisterClientOptions["fetch"];
  /**
   * Random number from 0 to 1, for the time before a retry.
   * @defaultValue `Math.random`
   */
  random?: RegisterClientOptions["random"];
  /** Stops the copy. What is written stays, and the next run goes on. */
  signal?: AbortSignal | undefined;
}

/** A page of a list. */
export interface SourcePage {
  offset: number;
  /** The hash of each of its rows. */
  hashes: readonly string[];
  /** Its rows, parsed when they are asked for. */
  rows(): readonly WireObject[];
  /** Where the walk goes on after it; undefined for lists without pages. */
  cursor: Cursor | undefined;
  /** The total that the service has named last, if it names one. */
  total: number | undefined;
  /** The state that its response names, if it names one. */
  state: string | undefined;
  /** Whether a response of this list has not named the state that it was asked for. */
  isUnnamed: boolean;
  /** What the service has sent in place of an empty array, such as `status 400`, if a list without rows looks so. */
  emptySign?: string | undefined;
  /** What is to be told of the cases that it is about. */
  notes?: readonly CaseNote[] | undefined;
}

/** The hashes of the rows, and the headers that matter, of one response. */
export interface ListResponse {
  hashes: readonly string[];
  state: string | undefined;
  total: number | undefined;
}

/** The service that is copied: exact rows, all of one state. */
export interface Source {
  /** Rows to ask for in a page. */
  readonly limit: number;
  /** The state that is asked for. */
  readonly state: string | undefined;
  /** Requests that got a response. */
  readonly requests: number;
  /** Asks for this state from now on; for whatever the service has if it is undefined. */
  pin(state: string | undefined): void;
  /**
   * Requests one page, or a list that has none.
   *
   * @throws Inconsistency if the service answers with another state than it was asked for.
   * @throws RegisterError if it does not answer as it should.
   */
  request(list: RegisterList, page: { offset: number; limit: number }): Promise<ListResponse>;
  /**
   * Reads the pages of a list, from the cursor on. Throws what `request` throws, and Inconsistency if pages do not join or are not as many
   * rows as the service says.
   */
  pages(list: RegisterList, cursor: Cursor | undefined): AsyncIterable<SourcePage>;
  close(): Promise<void>;
}
