import {
  type Fail,
  fetchTransport,
  type Gate,
  type GraphQLFailure,
  merge,
  type Settings,
  send,
} from "@court-register/core";
import { type Integers, integerReader, keepIntegers, type ReadIntegers, writeInteger } from "./integers.ts";
import type { CallOptions, CourtCasesClientOptions } from "./options.ts";

/**
 * Picks from an answer: all data, or the value of a field that was asked for, perhaps under an alias with others beside it.
 * Throws the errors that concern it.
 */
export type Picker = (field?: string, alias?: string) => unknown;

export type Config = CourtCasesClientOptions<Integers> & { url: string };

/** Sends a document with its variables. GraphQL over HTTP: POST, JSON, and status 400 with errors for a request that is refused. */
export function execute(
  config: Config,
  operation: string,
  query: string,
  variables: unknown,
  options?: CallOptions & { gate?: Gate },
): Promise<Picker> {
  const { url, headers, fetch, integers } = config;
  const init = { method: "POST", body: "" };
  return send<Picker, Picker>(
    operation,
    url,
    {
      transport: fetchTransport(fetch, init),
      async headers(keep, fail) {
        init.body = JSON.stringify({ query, variables }, writeInteger(fail));
        const given = typeof headers === "function" ? await headers() : headers;
        for (const [name, value] of Object.entries({ ...given })) {
          // Without types, a variable of the environment that is not set comes here.
          if (value == null) throw fail("authentication", `the header ${name} has no value`);
          // As it is sent: without the line end of a file.
          const sent = value.trim();
          // Of `Bearer …`, what follows the scheme is a secret by itself. A short value, such as `en`, is none.
          for (const secret of [sent, sent.replace(/^\w+ +/, "")]) if (secret.length > 3) keep(secret);
        }
        return {
          accept: "application/graphql-response+json, application/json;q=0.9",
          "content-type": "application/json",
          ...given,
        };
      },
      read({ status, text }, fail, hide) {
        let answer: unknown;
        // What the parser says is of no use, and quotes half a secret.
        try {
          answer = JSON.parse(text, keepIntegers);
        } catch {}
        const { data = null, errors: found } = Object(answer);
        const errors = found ?? [];
        if (status < 401 && Array.isArray(errors) && (errors.length || Object(data) === data)) {
          const safe = (_key: string, value: unknown): unknown => (typeof value === "string" ? hide(value) : value);
          const read = integerReader(integers ?? "number", fail, query);
          return picker(data, errors.length ? JSON.parse(text, safe).errors : errors, read, fail);
        }
        if (status < 300) throw fail("decode", `GraphQL was promised, ${hide(text).slice(0, 40)} came`);
      },
    },
    merge<Settings>(config, options),
  );
}

/** Makes what picks from an answer. */
const picker =
  (data: Record<string, unknown> | null, errors: GraphQLFailure[], read: ReadIntegers, fail: Fail): Picker =>
  (field, alias = field) => {
    const part = field && alias && data ? { [field]: data[alias] } : data;
    // All that was asked for is concerned by an error whose path does not start with the alias of another.
    const own = errors
      .filter((error) => alias === field || error?.path?.[0] === alias || !/^c_\d/.test(`${error?.path?.[0]}`))
      .map((error) =>
        field && error?.path?.[0] === alias ? { ...error, path: Object.values({ ...error.path, 0: field }) } : error,
      );
    let problem: unknown;
    try {
      read(part, "");
    } catch (error) {
      problem = error;
    }
    if (own.length) {
      // What the service says comes first; data that is not exact is not handed on.
      const message = own.map((error) => error?.message).join("; ");
      const error = Object.assign(fail("graphql", message, problem), { errors: own });
      problem = Object.defineProperty(error, "data", { value: problem ? null : part });
    }
    if (problem) throw problem;
    const value = field ? part?.[field] : part;
    if (value === undefined) throw fail("decode", `${field} was promised, nothing came`);
    return value;
  };
