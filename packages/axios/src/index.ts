import { buildClient, keyHeader, makeCall } from "@court-register/core";
import axios from "axios";
import { surface } from "./errors.ts";
import type { RegisterClient } from "./generated/client.ts";
import { axiosTransport, type Responses } from "./transport.ts";
import type { RegisterClientOptions } from "./types.ts";

export {
  type ClientOptions,
  type Cursor,
  type ErrorKind,
  noRows,
  type Page,
  RegisterError,
} from "@court-register/core";
export type * from "@court-register/core/types";
export { isRegisterError } from "./errors.ts";
export type { RegisterClient } from "./generated/client.ts";
export type {
  Answer,
  CallOptions,
  RegisterAxiosError,
  RegisterClientOptions,
  RowsWithResponse,
  WalkOptions,
} from "./types.ts";

/**
 * Makes a client of the register. Its methods reject with an `AxiosError` that has a {@link RegisterError} at `register`.
 *
 * @example
 * const register = createRegisterClient({ baseUrl: "https://registar.primjer.hr", subscriptionKey });
 * const { data: seats } = await register.sjediste.list({ offset: 0, limit: 10 });
 * @throws TypeError when `baseUrl` is not an http or https URL.
 */
export function createRegisterClient(options: RegisterClientOptions & { integers: "bigint" }): RegisterClient<bigint>;
export function createRegisterClient(
  options: RegisterClientOptions & { integers?: "number" | undefined },
): RegisterClient;
export function createRegisterClient(options: RegisterClientOptions): RegisterClient<number> | RegisterClient<bigint>;
export function createRegisterClient({
  axios: instance = axios,
  ...options
}: RegisterClientOptions): RegisterClient<never> {
  const responses: Responses = new WeakMap();
  const outer = (error: unknown): unknown => surface(error, responses);
  // The table is made from the same operations as the interface.
  return buildClient(
    { ...options, timeout: options.timeout ?? (instance.defaults.timeout || undefined) },
    (raw) => axiosTransport(instance, keyHeader, responses, raw),
    (start) =>
      makeCall(
        (variant) =>
          start(variant).catch((error) => {
            throw outer(error);
          }),
        ({ response }) => response,
      ),
    outer,
  ) as unknown as RegisterClient<never>;
}
