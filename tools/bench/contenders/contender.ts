/** What every contender gets: the same service, key and `fetch`. */
export interface Connection {
  /** Base URL of the service, without `/javni`. */
  baseUrl: string;
  key: string;
  /** Sends a request. Answers from memory where only the client is measured. */
  fetch: typeof fetch;
}

/**
 * Reads one page of `/sjediste` as a user of the contender would.
 *
 * @returns the rows, or `undefined` for status 429: a paging loop has to retry.
 * @throws Error on any other failure.
 */
export type ReadPage = (offset: number, limit: number) => Promise<readonly unknown[] | undefined>;

/** The export of each module in this folder. */
export type CreateReadPage = (connection: Connection) => ReadPage;
