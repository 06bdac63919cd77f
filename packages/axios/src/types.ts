import type { AnyOperation, CallOptions, ClientOptions, RegisterError, WalkCaller } from "@court-register/core";
import type { AxiosError, AxiosInstance, AxiosResponse } from "axios";

export type { CallOptions, WalkOptions } from "@court-register/core";

/** Options of {@link createRegisterClient}. */
export interface RegisterClientOptions extends ClientOptions {
  /**
   * The axios instance to use, with its interceptors, defaults and adapter; its `timeout` is the default of `timeout`. The
   * README says which defaults are overridden.
   * @defaultValue the default instance of axios
   */
  axios?: AxiosInstance | undefined;
}

/** The answer to a call. `await` gives an `AxiosResponse` with the rows as `data`, or the object where the operation returns one. */
export interface CallPromise<Response extends AxiosResponse<object>, Total = number | undefined>
  extends Promise<Response> {
  /** The response together with what it holds and the total, where the contract promises one. */
  withResponse(): Promise<
    Response["data"] extends (infer Row)[] ? RowsWithResponse<Row, Total> : RowWithResponse<Response["data"]>
  >;
  /**
   * The response with its body as text, in any representation that `accept` asks for, such as `application/xml`. It is decoded as
   * `content-type` declares, or as UTF-8: for XML that alone declares another encoding, use `@court-register/fetch`, which leaves the
   * bytes unread. Rejects like the call itself, except that the body is not checked. If called immediately, this is the only request: awaiting the call as well then
   * rejects.
   */
  asResponse(options?: { accept?: string | undefined }): Promise<AxiosResponse<string>>;
}

/** Rows and the response that they are from. */
export interface RowsWithResponse<Row, Total = number | undefined> {
  rows: Row[];
  response: AxiosResponse<Row[]>;
  /** The value of `x-total-count`: undefined where the contract promises none, or a browser may not read it. */
  total: Total;
}

/** One object and the response that it is from. */
export interface RowWithResponse<Row> {
  row: Row;
  response: AxiosResponse<Row>;
}

/** What a call rejects with: an `AxiosError`, with the error of the register client at `register`. */
export interface RegisterAxiosError extends AxiosError<string> {
  readonly register: RegisterError;
}

/** Makes the calls of a client. The generated code says what each operation is: its path, its parameters and its row. */
export interface RegisterCaller extends WalkCaller {
  /** Calls an operation once. */
  one<Params, Data extends object, Total extends number | undefined>(
    operation: AnyOperation<Params, Data, Total>,
    params: Params | undefined,
    options?: CallOptions,
  ): CallPromise<AxiosResponse<Data>, Total>;
}
