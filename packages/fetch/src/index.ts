import {
  aFunction,
  buildClient,
  fetchTransport,
  type IntegerOf,
  type Integers,
  type IntegersOption,
} from "@court-register/core";
import type { RegisterClient } from "./generated/client.ts";
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
export type { RegisterClient } from "./generated/client.ts";
export type { Answer, CallOptions, RegisterClientOptions, RowsWithResponse, WalkOptions } from "./types.ts";

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
  const { fetch, ...common }: RegisterClientOptions = options ?? {};
  const client = buildClient<Response>(common, {
    name: "fetch",
    ownOptions: { fetch: aFunction },
    transport: fetchTransport(fetch),
    resolve: ({ value }) => value.rows,
  });
  // Via unknown: the methods are created at run time, from a table of the same operations as the interface.
  return client as unknown as RegisterClient<IntegerOf<Option>>;
}
