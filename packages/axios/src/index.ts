import { createCaller, hasMethod, type IntegerOf, type Integers, type IntegersOption } from "@court-register/core";
import { surface } from "./errors.ts";
import { type RegisterClient, registerClient } from "./generated/client.ts";
import { axios, axiosTransport } from "./transport.ts";
import type { RegisterClientOptions } from "./types.ts";

export {
  type ClientOptions,
  type Credentials,
  type Cursor,
  type ErrorDetails,
  type ErrorKind,
  type GraphQLFailure,
  type IntegerOf,
  type Integers,
  type IntegersOption,
  type Limiter,
  noRows,
  type Page,
  RegisterError,
  type RequestEvent,
  type ResponseEvent,
  type RowWalk,
  type WalkParams,
} from "@court-register/core";
export type * from "@court-register/core/types";

export { isRegisterError } from "./errors.ts";
export type * from "./generated/client.ts";
export type {
  CallOptions,
  CallPromise,
  RegisterAxiosError,
  RegisterClientOptions,
  RowsWithResponse,
  RowWithResponse,
  WalkOptions,
} from "./types.ts";

/**
 * Creates a client for the register. Its methods reject with an `AxiosError` that has a {@link RegisterError} at `register`.
 *
 * @example
 * const register = createRegisterClient({ baseUrl: "https://registar.primjer.hr", subscriptionKey });
 * const { data: seats } = await register.sjediste.list({ offset: 0, limit: 10 });
 * @throws TypeError if an option is unknown or cannot work, or if there is no base URL or no key.
 */
export function createRegisterClient<Option extends Integers | undefined = undefined>(
  options?: RegisterClientOptions & IntegersOption<Option>,
): RegisterClient<IntegerOf<Option>> {
  const { axios: instance = axios, ...common }: RegisterClientOptions = options ?? {};
  const timeout = common.timeout ?? (instance.defaults.timeout || undefined);
  const { one, ...walks } = createCaller(
    { ...common, timeout },
    {
      name: "axios",
      ownOptions: { axios: { accepts: (value) => hasMethod(value, "request"), allowed: "an axios instance" } },
      transport: axiosTransport(instance),
      surface,
    },
  );
  return registerClient<IntegerOf<Option>>({
    ...walks,
    one: (operation, params, options) => one(operation, params, options, ({ response }) => response),
  });
}
