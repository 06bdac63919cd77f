/** How the tests of the clients get access: by the key, or by a token where the contract has no key. */

import { keyHeader } from "../../src/generated/service.ts";
import type { ClientOptions, Credentials } from "../../src/options.ts";

/** The secret that clients send, key or token. It must not leak. */
export const secret = "tajni-kljuc-7c1f";

/** Why tests of the key alone are skipped; undefined where the contract has one. */
export const noKey: string | undefined =
  keyHeader === "" ? "The contract has access tokens alone: no client sends a key." : undefined;

/** The header that holds the secret, in lower case as a service receives it. */
export const secretHeader: string = keyHeader || "authorization";

/** What that header holds. */
export const sentAs = (value: string): string => (keyHeader === "" ? `Bearer ${value}` : value);

/** Requests of a call whose secret is refused with 401: a token is renewed, once. */
export const refusedAttempts: number = keyHeader === "" ? 2 : 1;

type Access = Pick<ClientOptions, "subscriptionKey" | "credentials">;

/** The options of a client that sends a secret, as the contract says. */
export function accessBy(value: string | (() => string | Promise<string>)): Access {
  return keyHeader === "" ? tokenOf(value) : { subscriptionKey: value };
}

/** The option of a client that sends a token. */
export function tokenOf(value: Parameters<typeof accessBy>[0]): Access {
  const token: Credentials["token"] = async (report) => {
    const current = typeof value === "function" ? await value() : value;
    report.conceal(current);
    return current;
  };
  return { credentials: { token } };
}
