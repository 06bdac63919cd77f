import {
  aFunction,
  anything,
  callOptions,
  checkOptions,
  clientOptions,
  type IntegerOf,
  type Integers,
  type IntegersOption,
  isFunction,
  isHeaders,
  type OptionRules,
  optionError,
  requestOptions,
  required,
  userAgent,
} from "@court-register/core";
import { ask, type Endpoint } from "./ask.ts";
import type { Document } from "./document.ts";
import type { ReplaceNumbers, WithIntegers } from "./exact.ts";
import { courtCasesOperations, type Operations } from "./generated/operations.ts";
import { createCaller } from "./many.ts";
import type { CallOptions, CourtCasesClientOptions } from "./options.ts";

/** Options of this client alone. */
const endpointOptions: OptionRules = {
  url: anything,
  fetch: aFunction,
  parse: aFunction,
  headers: {
    accepts: (value) => isFunction(value) || isHeaders(value),
    allowed: "a plain object of header names and values that a request can have, or a function that returns one",
  },
};

/** Queries court cases: a method for each operation of the contract, and `request` for documents of your own. */
export interface CourtCasesClient<Int = number> extends Operations<Int> {
  /**
   * Sends a typed document of your own, and returns its data.
   *
   * Integers are exact wherever the document selects them, under any alias and in any fragment; in variables, a bigint is sent
   * digit by digit.
   *
   * @throws RegisterError with a `kind` that says what went wrong; kind `graphql` has the `errors`, and the `data` that came with them.
   */
  request<Result, Variables>(
    document: Document<Result, Variables>,
    ...rest: RequestParameters<NoInfer<Variables>>
  ): Promise<WithIntegers<Result, Int>>;
}

/**
 * The variables (optional if none are required) and the options of the call. Where a variable is a number, a bigint may be
 * passed: it is what a client with `integers: "bigint"` returns.
 */
export type RequestParameters<Variables> =
  Record<string, never> extends Variables
    ? [variables?: WithEitherInteger<Variables> | undefined, options?: CallOptions | undefined]
    : [variables: WithEitherInteger<Variables>, options?: CallOptions | undefined];

/** Variables with integers of either type. Also as they are, so that wrappers generic in them can pass them on. */
type WithEitherInteger<Variables> = Variables | ReplaceNumbers<Variables, number | bigint>;

/**
 * Creates a client for the court cases at a GraphQL endpoint. This sends no request.
 *
 * @throws TypeError if an option is unknown or cannot work, or if `url` is missing, not an http or https URL, or has a user:
 * credentials belong in `headers`.
 * @example
 * ```ts
 * const courtCases = createCourtCasesClient({ url: "https://registar.primjer.hr/graphql" });
 * const predmet = await courtCases.predmet({ oznakaBroj: "Ovr-1283/2015", sud: 7 });
 * ```
 */
export function createCourtCasesClient<Option extends Integers | undefined = undefined>(
  options?: CourtCasesClientOptions & IntegersOption<Option>,
): CourtCasesClient<IntegerOf<Option>> {
  checkOptions(who, options, endpointOptions, requestOptions, clientOptions);
  const { url, headers, fetch, integers, parse, ...defaults }: CourtCasesClientOptions = options ?? {};
  const endpoint: Endpoint = {
    url: endpointUrl(required(who, "url", url, "COURT_REGISTER_GRAPHQL_URL")),
    headers,
    fetch,
    integers: integers ?? "number",
    parse,
    userAgent: userAgent("graphql"),
    defaults,
  };
  return {
    ...courtCasesOperations<IntegerOf<Option>>(createCaller(endpoint)),
    request: async <Result>(document: Document<Result, never>, variables?: unknown, options?: CallOptions) => {
      checkOptions("request", options, requestOptions, callOptions);
      const response = await ask(endpoint, { operation: "request", document, variables, options });
      return response.all() as WithIntegers<Result, IntegerOf<Option>>;
    },
  };
}

const who = "createCourtCasesClient";

function endpointUrl(given: string | URL): string {
  const url = URL.canParse(String(given)) ? new URL(given).href : "";
  // The URL is not quoted: it may have a password.
  if (!/^https?:\/\/[^/@]+\//.test(url))
    throw optionError(who, "url", "must be http(s)://host, perhaps with a path, without a user");
  return url;
}
