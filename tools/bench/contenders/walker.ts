/** Our own walk, as a user starts it; the peers get the loop that their users would write. */
import { createRegisterClient } from "@court-register/fetch";
import type { Connection } from "./contender.ts";

/** Walks over all seats and yields their rows. */
export function createWalk({ baseUrl, key, fetch }: Connection, prefetch: number) {
  const register = createRegisterClient({ baseUrl, subscriptionKey: key, fetch, maxRetries: 10 });
  return (signal?: AbortSignal): AsyncIterable<unknown> =>
    register.sjediste.all({ limit: 1_000 }, { prefetch, signal });
}
