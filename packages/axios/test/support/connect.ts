import { createRegisterClient, type RegisterClient } from "../../src/index.ts";

/** The key of every client here, which must not leak. */
export const key = "tajni-kljuc-7c1f";

/** A client that does not wait. */
export const connect = (url: string, options = {}): RegisterClient =>
  createRegisterClient({ baseUrl: url, subscriptionKey: key, random: () => 0, ...options });
