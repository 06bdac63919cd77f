import { fetchTransport, type Gate, merge, type Settings, send } from "@court-register/core";
import { answerReader, type Picker } from "./answer.ts";
import { writeInteger } from "./integers.ts";
import type { CallOptions, CourtCasesClientOptions } from "./options.ts";

/** Sends a document with its variables. */
export type Ask = (query: string, variables?: unknown, options?: CallOptions & { gate?: Gate }) => Promise<Picker>;

/**
 * Makes what sends documents. GraphQL over HTTP: POST, JSON, and status 400 with errors for a request that is refused.
 *
 * @param operation - Its name in errors.
 */
export const asker =
  ({ headers, fetch, integers, ...settings }: CourtCasesClientOptions, url: string, operation: string): Ask =>
  // The body is written once: a retry sends what was asked for, whatever the caller has made of his variables since.
  (query, variables, options, body?: string) =>
    send<Picker, Picker>(
      operation,
      url,
      {
        transport: fetchTransport(fetch),
        async request(secrets, fail) {
          body ??= JSON.stringify({ query, variables }, writeInteger(fail));
          const given = typeof headers === "function" ? await headers() : headers;
          const sent: Record<string, string> = {
            accept: "application/graphql-response+json, application/json;q=0.9",
            "content-type": "application/json",
          };
          for (const name in given) {
            // As it is sent: without the line end of a file.
            const value = given[name]?.trim();
            // Without types, a variable of the environment that is not set comes here.
            if (value == null) throw fail("authentication", `the header ${name} has no value`);
            // Of `Bearer …`, what follows the scheme is a secret by itself. A short value, such as `en`, is none.
            secrets.push(...[value, value.replace(/^\w+ +/, "")].filter((secret) => secret.length > 3));
            // In lower case, so that no other spelling of a name stands beside it.
            sent[name.toLowerCase()] = value;
          }
          return { method: "POST", headers: sent, body };
        },
        read: answerReader(query, integers),
      },
      merge<Settings>(settings, options),
    );
