import { optionError } from "./check-options.ts";
import { version } from "./generated/service.ts";

/** What Node, Deno and Bun have, and browsers lack. */
interface Runtime {
  process?: { env?: Record<string, string | undefined>; versions?: { node?: string } };
}

/** An environment variable, if it is not empty, where the runtime has some. */
export function readEnvironment(name: string): string | undefined {
  // Written in full at each use of `process`, so that bundlers leave it alone; Deno throws without its permission.
  try {
    return (globalThis as Runtime).process?.env?.[name] || undefined;
  } catch {
    return undefined;
  }
}

/** An option of `who`, or what the environment variable says. @throws OptionError if there is neither. */
export function required<Value>(
  who: string,
  option: string,
  given: Value | undefined,
  variable: string,
): Value | string {
  const value = given || readEnvironment(variable);
  if (!value) throw optionError(who, option, "is missing", variable);
  return value;
}

/**
 * The `user-agent` of a client, such as `court-register-fetch/0.1.0`. Undefined in browsers, which have their own, and where a
 * header that CORS does not know would need the service's permission.
 */
export const userAgent = (client: string): string | undefined =>
  (globalThis as Runtime).process?.versions?.node ? `court-register-${client}/${version}` : undefined;
