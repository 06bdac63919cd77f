import { checkOptions, responseOptions } from "./check-options.ts";
import type { Rows } from "./decode.ts";
import type { Received } from "./transport.ts";

/** How one call differs from the default. */
export interface ResponseVariant {
  /** Leaves a successful response unparsed. */
  raw?: boolean;
  /** Media type to ask for, instead of JSON. */
  accept?: string | undefined;
}

/** What a call returns: a promise, with two other ways to take the response. */
export interface Call<Result, Response> extends Promise<Result> {
  withResponse(): Promise<object>;
  asResponse(options?: { accept?: string | undefined }): Promise<Response>;
}

/**
 * Makes the promise that a call returns. Its request is sent in the next microtask, unless `asResponse`, which may ask for
 * another representation, is called first: then the promise itself rejects.
 *
 * @param start - Sends the request.
 * @param resolve - Returns what the promise resolves with.
 * @param isList - Whether the response holds rows, and not one.
 */
export function makeCall<Row, Response, Result>(
  start: (variant?: ResponseVariant) => Promise<Received<Rows<Row>, Response>>,
  resolve: (received: Received<Rows<Row>, Response>) => Result,
  isList: boolean,
): Call<Result, Response> {
  let raw: Promise<Received<Rows<Row>, Response>> | undefined;
  const received = Promise.resolve().then(() => {
    if (raw) throw new TypeError("asResponse took the response: await either the call or asResponse, not both.");
    return start();
  });
  const value = received.then(resolve);
  return Object.assign(value, {
    // Goes through `value`, so that its rejection counts as handled.
    withResponse: () =>
      value
        .then(() => received)
        .then(({ value: { data, total }, response }) =>
          isList ? { rows: data, total, response } : { row: data, response },
        ),
    asResponse(options?: { accept?: string | undefined }) {
      value.catch(() => {});
      raw = Promise.resolve().then(() => {
        checkOptions("asResponse", options, responseOptions);
        return start({ ...options, raw: true });
      });
      return raw.then(({ response }) => response);
    },
  });
}
