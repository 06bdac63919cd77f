import type { RunningServer } from "@court-register/reference-server";
import type { SyncOptions } from "../../src/index.ts";

/** Options of a sync with a reference server, which has a client where the contract has no key. */
export const accessTo = ({ url, keys, client }: RunningServer): SyncOptions =>
  client === undefined
    ? { baseUrl: url, subscriptionKey: keys[0] }
    : { baseUrl: url, tokenUrl: `${url}/token`, clientId: client.id, clientSecret: client.secret };
