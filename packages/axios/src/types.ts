import type { ClientOptions, RegisterError } from "@court-register/core";
import type { AxiosError, AxiosInstance, AxiosResponse } from "axios";

export type { CallOptions, WalkOptions } from "@court-register/core";

/** Options of {@link createRegisterClient}. */
export interface RegisterClientOptions extends ClientOptions {
  /**
   * The instance to send requests with. Its interceptors, defaults and adapter hold; its `timeout` is the default of
   * `timeout`.
   * @defaultValue the default instance of axios
   */
  axios?: AxiosInstance | undefined;
}

/** The answer to a call. `await` gives the response of axios, its `data` the rows. */
export interface Answer<Row, Total = undefined> extends Promise<AxiosResponse<Row[]>> {
  /** The response together with its rows and the total where the contract promises one. */
  withResponse(): Promise<RowsWithResponse<Row, Total>>;
  /**
   * The response with its body as text, untouched, in any representation that `accept` asks for, such as
   * `application/xml`. Raises like the call itself, but for errors of the body. The request is this one alone when this is
   * called at once: awaiting the call too then rejects.
   */
  asResponse(options?: { accept?: string | undefined }): Promise<AxiosResponse<string>>;
}

/** Rows and where they are from. */
export interface RowsWithResponse<Row, Total = undefined> {
  rows: Row[];
  response: AxiosResponse<Row[]>;
  /** What `x-total-count` says: undefined where the contract promises none, or a browser may not read it. */
  total: Total;
}

/** What a call rejects with: the error of axios that its users know, and in `register` what fetch users get. */
export interface RegisterAxiosError extends AxiosError<string> {
  readonly register: RegisterError;
}
