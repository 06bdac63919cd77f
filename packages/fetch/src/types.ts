import type { AnyOperation, CallOptions, ClientOptions, WalkCaller } from "@court-register/core";

export type { CallOptions, WalkOptions } from "@court-register/core";

/** Options of {@link createRegisterClient}. */
export interface RegisterClientOptions extends ClientOptions {
  /**
   * The `fetch` to use. It must return responses of any status, and follow no redirect.
   * @defaultValue the global `fetch`
   */
  fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
}

/** The answer to a call. `await` gives the rows, or the object where the operation returns one. */
export interface CallPromise<Data extends object, Total = number | undefined> extends Promise<Data> {
  /** The same together with the response (its body already read) and the total, where the contract promises one. */
  withResponse(): Promise<Data extends (infer Row)[] ? RowsWithResponse<Row, Total> : RowWithResponse<Data>>;
  /**
   * The response with its body unread, in any representation that `accept` asks for, such as `application/xml`. Rejects like
   * the call itself, except that the body is not checked; `timeout` covers only the headers. If called immediately, this is
   * the only request: awaiting the call as well then rejects.
   */
  asResponse(options?: { accept?: string | undefined }): Promise<Response>;
}

/** Rows and the response that they are from. */
export interface RowsWithResponse<Row, Total = number | undefined> {
  rows: Row[];
  response: Response;
  /** The value of `x-total-count`: undefined where the contract promises none, or a browser may not read it. */
  total: Total;
}

/** One object and the response that it is from. */
export interface RowWithResponse<Row> {
  row: Row;
  response: Response;
}

/** Makes the calls of a client. The generated code says what each operation is: its path, its parameters and its row. */
export interface RegisterCaller extends WalkCaller {
  /** Calls an operation once. */
  one<Params, Data extends object, Total extends number | undefined>(
    operation: AnyOperation<Params, Data, Total>,
    params: Params | undefined,
    options?: CallOptions,
  ): CallPromise<Data, Total>;
}
