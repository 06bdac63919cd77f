import { accessBy, secret } from "../../../core/test/shared/access.ts";
import { createRegisterClient, type RegisterClient } from "../../src/index.ts";

/** A client that does not wait. */
export const connect = (url: string, options = {}): RegisterClient =>
  createRegisterClient({ baseUrl: url, ...accessBy(secret), random: () => 0, ...options });
