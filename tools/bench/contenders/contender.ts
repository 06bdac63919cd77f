/** What every contender is given: the same service, key and `fetch`. */
export interface Connection {
  /** The service's root, without `/javni`. */
  baseUrl: string;
  key: string;
  /** Sends a request; from memory where only the client is to be measured. */
  fetch: typeof fetch;
}

/**
 * Reads one page of `/sjediste` as a user of the contender would.
 *
 * @returns the rows, or `undefined` when the service said 429: a loop over pages has to try again.
 * @throws Error on any other failure.
 */
export type ReadPage = (offset: number, limit: number) => Promise<readonly unknown[] | undefined>;

/** What each module of this folder exports. */
export type CreateReadPage = (connection: Connection) => ReadPage;
