/** Headers of a response, such as `Headers` or `AxiosHeaders`. */
export interface ResponseHeaders extends Iterable<[string, unknown]> {
  get(name: string): unknown;
}

/** One response, from any transport. */
export interface WholeResponse {
  /** HTTP status; 0 if the runtime hides a redirect. */
  readonly status: number;
  readonly headers: ResponseHeaders;
  /** The whole body; empty if it is left unread. */
  readonly text: string;
}
