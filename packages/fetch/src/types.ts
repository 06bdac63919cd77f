import type { ClientOptions } from "@court-register/core";

export type { CallOptions, WalkOptions } from "@court-register/core";

/** Options of {@link createRegisterClient}. */
export interface RegisterClientOptions extends ClientOptions {
  /**
   * The fetch to send requests with.
   * @defaultValue the global `fetch`
   */
  fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
}

/** The answer to a call. `await` gives its rows. */
export interface Answer<Row, Total = undefined> extends Promise<Row[]> {
  /** The rows together with the response, its body read, and the total where the contract promises one. */
  withResponse(): Promise<RowsWithResponse<Row, Total>>;
  /**
   * The response untouched, its body unread, in any representation that `accept` asks for, such as `application/xml`.
   * Raises like the call itself, but for errors of the body; `timeout` ends with the headers. The request is this one
   * alone when this is called at once: awaiting the call too then rejects.
   */
  asResponse(options?: { accept?: string | undefined }): Promise<Response>;
}

/** Rows and where they are from. */
export interface RowsWithResponse<Row, Total = undefined> {
  rows: Row[];
  response: Response;
  /** What `x-total-count` says: undefined where the contract promises none, or a browser may not read it. */
  total: Total;
}
