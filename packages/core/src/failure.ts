import type { Fail } from "./call-report.ts";
import type { RegisterError } from "./errors.ts";

/** The error for a response with a status that no client can use. */
export function statusFailure(status: number, url: string, fail: Fail): RegisterError {
  if (status === 401 || status === 403) return fail("authentication", `status ${status}: is the key right?`);
  if (status === 429)
    return fail("rate-limit", "status 429: the service limits requests. Send fewer, or raise maxWait.");
  const hint =
    status === 404 && /\/javni\/javni\//.test(url)
      ? " Configure the root of the service as baseUrl, without /javni: the client adds it."
      : "";
  return fail("http", `status ${status}.${hint}`);
}

/** What runtimes throw if there is no response: the reason is in the cause. */
type Thrown = { cause?: { errors?: unknown }; __CANCEL__?: unknown } | undefined;

/** The error for a request that got no response. */
export function connectionFailure(thrown: unknown, fail: Fail): RegisterError {
  const cause = thrown as Thrown;
  // The mark of axios, whose instances may have a signal or token of their own.
  if (cause?.__CANCEL__) return fail("aborted", `the request was cancelled: ${cause}`, cause);
  // A host with several addresses fails with an error for each.
  return fail("connection", `no response: ${cause?.cause?.errors ?? cause?.cause ?? cause}`, cause);
}
