/** How tests get into a reference server, which has a client in place of keys where the contract has no key. */
import { clientCredentials } from "@court-register/fetch/client-credentials";
import type { ReferenceService } from "@court-register/reference-server";

type Served = Pick<ReferenceService, "keys" | "client" | "fetch">;

/** Options of a client. @param url - Root of the server; tokens come by its own `fetch`, whether it has a port or not. */
export function accessTo(
  { keys, client, fetch }: Served,
  url: string,
): { baseUrl: string; subscriptionKey?: string; credentials?: ReturnType<typeof clientCredentials> } {
  const [subscriptionKey = ""] = keys;
  if (client === undefined) return { baseUrl: url, subscriptionKey };
  const { id: clientId, secret: clientSecret } = client;
  const tokenUrl = `${url}/token`;
  return { baseUrl: url, credentials: clientCredentials({ tokenUrl, clientId, clientSecret, fetch }) };
}

/** The same for the mirror's command and the suite's: options, and the environment. */
export function argsFor({ keys, client }: Served, url: string): { args: string[]; env: NodeJS.ProcessEnv } {
  const at = ["--base-url", url];
  if (client === undefined) return { args: [...at, "--key", keys[0] ?? ""], env: {} };
  return {
    args: [...at, "--token-url", `${url}/token`, "--client-id", client.id],
    env: { COURT_REGISTER_CLIENT_SECRET: client.secret },
  };
}
