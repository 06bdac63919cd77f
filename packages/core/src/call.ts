import type { Rows } from "./walk.ts";

/** How one call differs from the default. */
export interface CallVariant {
  /** Leaves a successful response unparsed. */
  raw?: boolean | undefined;
  /** Media type to ask for, instead of JSON. */
  accept?: string | undefined;
}

/** Rows, and the response that they are from. */
export interface CallResult<Response> extends Rows<unknown> {
  response: Response;
}

/** Makes one call of one operation. */
export type Start<Response> = (variant?: CallVariant) => Promise<CallResult<Response>>;

/** What a call returns. */
export interface Call<Response, Value> extends Promise<Value> {
  withResponse(): Promise<CallResult<Response>>;
  asResponse(options?: { accept?: string | undefined }): Promise<Response>;
}

/**
 * Makes the promise that a call returns. Its request is sent in the next microtask, unless `asResponse`, which may ask for
 * another representation, is called first: then the promise itself rejects.
 */
export function makeCall<Response, Part extends keyof CallResult<Response>>(
  start: Start<Response>,
  part: Part,
): Call<Response, CallResult<Response>[Part]> {
  let raw: Promise<CallResult<Response>> | undefined;
  const sent = Promise.resolve().then(() => {
    if (raw) throw new TypeError("asResponse took the response");
    return start();
  });
  const value = sent.then((result) => result[part]);
  return Object.assign(value, {
    // Goes through `value`, so that its rejection counts as handled.
    withResponse: () => value.then(() => sent),
    asResponse(options?: { accept?: string | undefined }) {
      value.catch(() => {});
      raw = start({ ...options, raw: true });
      return raw.then(({ response }) => response);
    },
  });
}
