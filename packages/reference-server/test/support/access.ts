/** How the tests get in: with a key, or with a token where the contract has no key. */
import { register } from "../../src/contract/contract.ts";
import type { ServerOptions } from "../../src/options.ts";
import type { AppOptions } from "../../src/server.ts";

/** The key of the servers of the tests, or the secret of their client. */
export const key = "a-key-of-the-tests";

const id = "client-of-the-tests";

/** Why tests of the key alone are skipped; undefined where the contract has one. */
export const noKey: string | undefined =
  register.keyHeader === "" ? "The contract has access tokens alone: no server asks for a key." : undefined;

/** Options of a server whose requests `headersOf` makes. */
export const accessOptions: Pick<ServerOptions, "keys" | "client" | "clientSecret"> =
  noKey === undefined ? { keys: [key] } : { client: id, clientSecret: key };

/** The same for `buildApp`. */
export const appAccess: Pick<AppOptions, "keys" | "client"> =
  noKey === undefined ? { keys: [key] } : { keys: [], client: { id, secret: key, tokenSeconds: 3_600 } };

/** The same for the command. */
export const accessArgs: readonly string[] = noKey === undefined ? ["--key", key] : ["--client", id];
export const accessEnv: NodeJS.ProcessEnv = noKey === undefined ? {} : { COURT_REGISTER_CLIENT_SECRET: key };

/** The header that gives access. */
export const accessHeader: string = register.keyHeader || "authorization";

/** The header of a request that gets in. @param root - URL of the server. */
export async function headersOf(
  { fetch }: { fetch: typeof globalThis.fetch },
  root = "http://127.0.0.1",
): Promise<Record<string, string>> {
  if (noKey === undefined) return { [accessHeader]: key };
  const body = new URLSearchParams({ grant_type: "client_credentials", client_id: id, client_secret: key });
  const { access_token: token } = await (await fetch(`${root}/token`, { method: "POST", body })).json();
  return { [accessHeader]: `Bearer ${token}` };
}
