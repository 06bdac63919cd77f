import {
  aFunction,
  createCaller,
  fetchTransport,
  type IntegerOf,
  type Integers,
  type IntegersOption,
} from "@court-register/core";
import { type RegisterClient, registerClient } from "./generated/client.ts";
import type { RegisterCaller, RegisterClientOptions } from "./types.ts";

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
  type ObjectOperation,
  type Operation,
  type Page,
  type PagedOperation,
  type PageParams,
  RegisterError,
  type RequestEvent,
  type ResponseEvent,
  type RowWalk,
  type WalkParams,
} from "@court-register/core";
export type * from "@court-register/core/types";
export type * from "./generated/client.ts";
export type {
  CallOptions,
  CallPromise,
  RegisterCaller,
  RegisterClientOptions,
  RowsWithResponse,
  RowWithResponse,
  WalkOptions,
} from "./types.ts";

/**
 * Creates a client for the register. Its methods reject with a {@link RegisterError}.
 *
 * @example
 * const register = createRegisterClient({ baseUrl: "https://registar.primjer.hr", subscriptionKey });
 * const seats = await register.sjediste.list({ offset: 0, limit: 10 });
 * @throws TypeError if an option is unknown or cannot work, or if there is no base URL or no key.
 */
export function createRegisterClient<Option extends Integers | undefined = undefined>(
  options?: RegisterClientOptions & IntegersOption<Option>,
): RegisterClient<IntegerOf<Option>> {
  return registerClient<IntegerOf<Option>>(createRegisterCaller(options));
}

/**
 * Creates what the methods of a client call, for operations that are data, such as the lists of the mirror.
 *
 * @throws TypeError as {@link createRegisterClient}.
 */
export function createRegisterCaller(options?: RegisterClientOptions): RegisterCaller {
  const { fetch, ...common }: RegisterClientOptions = options ?? {};
  const { one, ...walks } = createCaller(common, {
    name: "fetch",
    ownOptions: { fetch: aFunction },
    transport: fetchTransport(fetch),
  });
  return {
    ...walks,
    one: (operation, params, options) => one(operation, params, options, ({ value }) => value.data),
  };
}
