import { checkOptions, responseOptions } from "./check-options.ts";
import type { Decoded } from "./decode.ts";
import type { AnyOperation } from "./operation.ts";
import type { Received } from "./transport.ts";

/** How one call differs from the default. */
export interface ResponseVariant {
  /** Leaves a successful response unparsed. */
  raw?: boolean;
  /** Media type to ask for, instead of JSON. */
  accept?: string | undefined;
}

/** What a call returns: a promise, with two other ways to take the response. */
export interface Call<Result, Full, Response> extends Promise<Result> {
  withResponse(): Promise<Full>;
  asResponse(options?: { accept?: string | undefined }): Promise<Response>;
}

/** All that a call has: the rows with the total, or the one object, and the response that they are from. */
export type FullOf<Data, Total, Response> = Data extends (infer Row)[]
  ? { rows: Row[]; total: Total; response: Response }
  : { row: Data; response: Response };

/**
 * Makes the promise that a call returns. Its request is sent in the next microtask, unless `asResponse`, which may ask for
 * another representation, is called first: then the promise itself rejects.
 *
 * @param start - Sends the request.
 * @param resolve - Returns what the promise resolves with.
 */
export function makeCall<Params, Data extends object, Total extends number | undefined, Response, Result>(
  { answer }: AnyOperation<Params, Data, Total>,
  start: (variant?: ResponseVariant) => Promise<Received<Decoded<Data>, Response>>,
  resolve: (received: Received<Decoded<Data>, Response>) => Result,
): Call<Result, FullOf<Data, Total, Response>, Response> {
  let raw: Promise<Received<Decoded<Data>, Response>> | undefined;
  const received = Promise.resolve().then(() => {
    if (raw) throw new TypeError("asResponse took the response: await the call or asResponse, not both.");
    return start();
  });
  const value = received.then(resolve);
  return Object.assign(value, {
    // Goes through `value`, so that its rejection counts as handled.
    withResponse: () =>
      value
        .then(() => received)
        .then(
          ({ value: { data, total }, response }) =>
            // Compilers do not know that an array is what an operation without `answer` has.
            (answer === "object" ? { row: data, response } : { rows: data, total, response }) as FullOf<
              Data,
              Total,
              Response
            >,
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
