import { buildClient, keyHeader } from "@court-register/core";
import type { RegisterClient } from "./generated/client.ts";
import { axios, axiosTransport, surface } from "./transport.ts";
import type { RegisterClientOptions } from "./types.ts";

export {
  type ClientOptions,
  type Cursor,
  type ErrorDetails,
  type ErrorKind,
  type GraphQLFailure,
  noRows,
  type Page,
  RegisterError,
  type WalkParams,
} from "@court-register/core";
export type * from "@court-register/core/types";

export type { RegisterClient } from "./generated/client.ts";
export { isRegisterError } from "./transport.ts";
export type {
  Answer,
  CallOptions,
  RegisterAxiosError,
  RegisterClientOptions,
  RowsWithResponse,
  WalkOptions,
} from "./types.ts";

/**
 * Creates a client for the register. Its methods reject with an `AxiosError` that has a {@link RegisterError} at `register`.
 *
 * @example
 * const register = createRegisterClient({ baseUrl: "https://registar.primjer.hr", subscriptionKey });
 * const { data: seats } = await register.sjediste.list({ offset: 0, limit: 10 });
 * @throws TypeError if `baseUrl` is not an http or https URL, or has a user, query or fragment.
 */
export function createRegisterClient(options: RegisterClientOptions & { integers: "bigint" }): RegisterClient<bigint>;
export function createRegisterClient(
  options: RegisterClientOptions & { integers?: "number" | undefined },
): RegisterClient;
export function createRegisterClient(options: RegisterClientOptions): RegisterClient<number | bigint>;
export function createRegisterClient({
  axios: instance = axios,
  ...options
}: RegisterClientOptions): RegisterClient<never> {
  // Via unknown: the methods are created at run time, from a table of the same operations as the interface.
  return buildClient(
    { ...options, timeout: options.timeout ?? (instance.defaults.timeout || undefined) },
    axiosTransport(instance, keyHeader),
    "response",
    surface,
  ) as unknown as RegisterClient<never>;
}
