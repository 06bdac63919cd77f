import { type Fail, fetchTransport, type Gate, type GraphQLFailure, send } from "@court-register/core";
import { type Integers, keepIntegers, readIntegers, writeInteger } from "./integers.ts";
import type { CallOptions, CourtCasesClientOptions } from "./options.ts";

export type Config = CourtCasesClientOptions<Integers>;

type Data = Record<string, unknown>;

/** What came for a document, before errors are raised and integers read. */
export interface Answer {
  data: Data | null;
  errors: GraphQLFailure[];
  fail: Fail;
}

/** Sends a document with its variables. */
export function execute(
  { url, headers, fetch, integers: _, ...options }: Config,
  operation: string,
  query: string,
  variables: unknown,
  { signal, ...callOptions }: CallOptions = {},
  gate?: Gate,
): Promise<Answer> {
  const secrets: string[] = [];
  const hide = (text: string): string => secrets.reduce((left, secret) => left.replaceAll(secret, "[redacted]"), text);
  let body: string;
  return send<Answer, Answer>({
    operation,
    url: String(url),
    signal,
    gate,
    options: { ...options, ...callOptions },
    async headers(keep, fail) {
      body = JSON.stringify({ query, variables }, writeInteger(fail));
      const given = typeof headers === "function" ? await headers() : headers;
      for (const value of Object.values({ ...given })) {
        // `Bearer …`: what follows the scheme is a secret by itself. Short values are none, such as `en`.
        secrets.push(...[value, value.replace(/^\w+ /, "")].filter((secret) => secret.length > 3));
      }
      secrets.forEach(keep);
      return {
        accept: "application/graphql-response+json, application/json;q=0.9",
        "content-type": "application/json",
        ...given,
      };
    },
    transport: (attempt, read) => fetchTransport(fetch, { method: "POST", body })(attempt, read),
    read({ status, text }, fail) {
      let answer: unknown;
      let cause: unknown;
      try {
        answer = JSON.parse(text, keepIntegers);
      } catch (error) {
        cause = error;
      }
      const { data = null, errors = [] } = Object(answer);
      // GraphQL over HTTP: a request that is refused has status 400, and errors too.
      if (status < 401 && Array.isArray(errors) && (errors.length || Object(data) === data)) {
        const safe = errors.length
          ? JSON.parse(text, (_key, value) => (typeof value === "string" ? hide(value) : value)).errors
          : errors;
        return { data, errors: safe, fail };
      }
      if (status < 300) throw fail("decode", `a GraphQL answer was promised, ${text.slice(0, 40)} came`, cause);
    },
  });
}

/** The data of an answer with its integers as they are asked for, or the value of a field of it; errors are raised. */
export function readAnswer({ data, errors, fail }: Answer, { integers = "number" }: Config, field?: string): unknown {
  let problem: unknown;
  try {
    readIntegers(data, "", integers, fail);
  } catch (error) {
    problem = error;
  }
  if (errors.length) {
    // What the service says comes first; data that is not exact is not handed on.
    const message = errors.map((error) => error?.message).join("; ");
    problem = Object.defineProperties(fail("graphql", message, problem), {
      errors: { value: errors, enumerable: true },
      data: { value: problem ? null : data },
    });
  }
  if (problem) throw problem;
  const value = field ? data?.[field] : data;
  if (value === undefined) throw fail("decode", `${field} was promised, nothing came`);
  return value;
}
