import type { CallReport, Fail } from "./call-report.ts";
import type { RegisterError } from "./errors.ts";
import type { WholeResponse } from "./response.ts";

/** The error for a response with a status that no client can use. */
export function statusFailure({ status, headers }: WholeResponse, url: string, fail: Fail): RegisterError {
  if (status === 401 || status === 403)
    return /\bbearer\b/i.test(String(headers.get("www-authenticate")))
      ? fail(
          "authentication",
          `status ${status}: the service refuses the access token, or wants one`,
          "Check the option {credentials}.",
        )
      : fail(
          "authentication",
          `status ${status}: the service refuses the credentials`,
          "Check the key or the {headers}.",
        );
  if (status === 429)
    return fail("rate-limit", "status 429: the service limits requests", "Send fewer, or raise {maxWait}.");
  if (status === 404 && /\/javni\/javni\//.test(url))
    return fail("http", "status 404: the path has /javni twice", "Give {baseUrl} without /javni.");
  return status >= 500
    ? fail("http", `status ${status}: the service has a problem`, "Try again later.")
    : fail("http", `status ${status} instead of 200`);
}

/** What runtimes throw if there is no response: the reason is in the cause. */
type Thrown = { cause?: { errors?: unknown }; __CANCEL__?: unknown } | undefined;

/** The error for a request that got no response, or for a response that the caller's code could not take. */
export function connectionFailure(thrown: unknown, { answer, fail }: CallReport): RegisterError {
  const cause = thrown as Thrown;
  // The mark of axios, whose instances may have a signal or token of their own.
  if (cause?.__CANCEL__) return fail("aborted", `the axios instance cancelled the request: ${cause}`, "", cause);
  if (answer) return fail("connection", `the caller's code failed on the response: ${cause}`, "", cause);
  // A host with several addresses fails with an error for each.
  const reason = cause?.cause?.errors ?? cause?.cause ?? cause;
  return fail("connection", `no response: ${reason}`, "Check the URL and the network.", cause);
}
