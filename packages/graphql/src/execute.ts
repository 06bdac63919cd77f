import { fetchTransport, type Gate, merge, type Settings, send } from "@court-register/core";
import { answerReader, type Picker } from "./answer.ts";
import { writeInteger } from "./integers.ts";
import type { CallOptions, CourtCasesClientOptions } from "./options.ts";

/** Sends a document with its variables. */
export type Ask = (query: string, variables?: unknown, options?: CallOptions & { gate?: Gate }) => Promise<Picker>;

/**
 * Makes a function that sends documents, by GraphQL over HTTP: POST, JSON, and status 400 with errors for a refused request.
 *
 * @param operation - Its name in errors.
 */
export const asker =
  ({ headers, fetch, integers, ...settings }: CourtCasesClientOptions, url: string, operation: string): Ask =>
  // The body is serialized once: a retry sends the same, even if the caller has changed the variables since.
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
            // Trimmed, as it is sent: a value from a file ends with a newline.
            const value = given[name]?.trim();
            // Without types, an environment variable that is not set ends up here.
            if (value == null) throw fail("authentication", `the header ${name} has no value`);
            // In `Bearer …`, what follows the scheme is a secret by itself. A short value, such as `en`, is not.
            secrets.push(...[value, value.replace(/^\S+\s+/, "")].filter((secret) => secret.length > 3));
            // In lower case, so that a name in two spellings is one header.
            sent[name.toLowerCase()] = value;
          }
          // The longest is removed first: it may contain another.
          secrets.sort((one, other) => other.length - one.length);
          return { method: "POST", headers: sent, body };
        },
        read: answerReader(query, integers),
      },
      merge<Settings>(settings, options),
    );
