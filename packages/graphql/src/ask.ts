import {
  type CallReport,
  fetchTransport,
  isHeaders,
  mergeOptions,
  type Request,
  type SendSettings,
  send,
} from "@court-register/core";
import { type Integers, writeInteger } from "./integers.ts";
import type { CallOptions, HeaderValues } from "./options.ts";
import { type GraphQLResponse, readResponse } from "./response.ts";

/** What is the same for all requests of a client. */
export interface Endpoint {
  url: string;
  headers: HeaderValues | (() => HeaderValues | Promise<HeaderValues>) | undefined;
  fetch: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
  integers: Integers;
  userAgent: string | undefined;
  defaults: SendSettings;
}

/** One document to send. */
export interface Question {
  /** Name of the operation in errors. */
  operation: string;
  document: string;
  variables: unknown;
  options: (CallOptions & Pick<SendSettings, "gate">) | undefined;
}

/** Sends a document, by GraphQL over HTTP: POST, JSON, and status 400 with errors for a refused request. */
export function ask(
  endpoint: Endpoint,
  { operation, document, variables, options }: Question,
): Promise<GraphQLResponse> {
  // Serialized once: a retry sends the same, even if the caller has changed the variables since.
  let body: string | undefined;
  const received = send<GraphQLResponse, Response>(
    {
      operation,
      url: endpoint.url,
      transport: fetchTransport(endpoint.fetch),
      async request(report): Promise<Request> {
        body ??= JSON.stringify({ query: document, variables }, writeInteger(report.fail));
        return { method: "POST", headers: await headersOf(endpoint, report), body };
      },
      read: (answer, report) => readResponse(answer, report, document, endpoint.integers),
    },
    mergeOptions<SendSettings>(endpoint.defaults, options),
  );
  return received.then(({ value }) => value);
}

/** The headers of the next attempt, by lower-case name, so that a name in two spellings is one header. */
async function headersOf({ headers, userAgent }: Endpoint, report: CallReport): Promise<Record<string, string>> {
  const given = typeof headers === "function" ? await headers() : headers;
  if (given != null && !isHeaders(given))
    throw report.fail("authentication", "the function headers must return a plain object of header names and values.");
  const sent: Record<string, string> = {
    accept: "application/graphql-response+json, application/json;q=0.9",
    "content-type": "application/json",
  };
  if (userAgent) sent["user-agent"] = userAgent;
  for (const name in given) {
    // Trimmed, as it is sent: a value from a file ends with a newline.
    const value = given[name]?.trim();
    // Without types, an environment variable that is not set ends up here.
    if (value == null) throw report.fail("authentication", `the header ${name} has no value: is a variable not set?`);
    concealHeader(value, report);
    sent[name.toLowerCase()] = value;
  }
  return sent;
}

/** Keeps a header's value out of errors. In `Bearer …`, what follows the scheme is a secret by itself. A short one, as `en`, is none. */
function concealHeader(value: string, report: CallReport): void {
  const token = value.replace(/^\S+\s+/, "");
  report.conceal(...[value, token].filter((secret) => secret.length > 3));
}
