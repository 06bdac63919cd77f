import type { Fail } from "./call-report.ts";
import type { WholeResponse } from "./response.ts";

/** What to do about a redirect that is not followed. */
export const finalUrl = "Configure the final URL.";

/** Redirects that one attempt may follow. */
export const maxRedirects = 5;

/**
 * The URL that a response redirects to; undefined if it does not. Redirects are followed by hand, because the runtime would take
 * the key to another origin.
 *
 * @throws RegisterError of kind `redirect` if the target is no URL or at another origin, or if a browser hides it.
 */
export function redirectTarget({ status, headers }: WholeResponse, from: string, fail: Fail): string | undefined {
  if (status === 0) throw fail("redirect", "the service redirects, and a browser hides where to", finalUrl);
  const location = headers.get("location");
  if (status <= 300 || status >= 400 || !location) return undefined;
  if (!URL.canParse(String(location), from))
    throw fail("redirect", `the service redirects to ${location}, which is no URL`, finalUrl);
  const target = new URL(String(location), from);
  if (target.origin !== new URL(from).origin)
    throw fail("redirect", `the service redirects to ${target}, at another origin`, finalUrl);
  return target.href;
}
