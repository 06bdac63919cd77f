import {
  type CallReport,
  fetchTransport,
  type Integers,
  isHeaders,
  mergeOptions,
  type Request,
  type SendSettings,
  send,
} from "@court-register/core";
import { writeInteger } from "./integers.ts";
import type { CallOptions, HeaderValues } from "./options.ts";
import { type GraphQLResponse, readResponse } from "./response.ts";

/** What is the same for all requests of a client. */
export interface Endpoint {
  url: string;
  headers: HeaderValues | (() => HeaderValues | Promise<HeaderValues>) | undefined;
  fetch: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
  integers: Integers;
  parse: ((text: string) => unknown) | undefined;
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
        body ??= serialize(operation, document, variables, report);
        return { method: "POST", headers: await headersOf(endpoint, report), body };
      },
      read: (answer, report) => readResponse(answer, report, document, endpoint),
    },
    mergeOptions<SendSettings>(endpoint.defaults, options),
  );
  return received.then(({ value }) => value);
}

/** Names and types of the variables that a document requires: with `!`, and without a default. */
export function requiredVariables(document: string): { name: string; type: string }[] {
  const bare = document.replace(/"(?:[^"\\\n]|\\.)*"|#.*/g, "");
  return [...bare.matchAll(/\$(\w+)\s*:([^$,)@=]*)(=?)/g)]
    .map(([, name = "", type = "", isDefaulted]) => ({ name, type: type.trim(), isDefaulted }))
    .filter(({ type, isDefaulted }) => type.endsWith("!") && !isDefaulted);
}

/** The body of a request. Refuses a missing variable: some services answer with `null` then, as if there were no such case. */
function serialize(operation: string, document: string, variables: unknown, { fail }: CallReport): string {
  const body = JSON.stringify({ query: document, variables }, writeInteger(fail));
  // What JSON has of them counts: it leaves out functions, and what an object inherits.
  const sent: Record<string, unknown> = JSON.parse(body).variables ?? {};
  for (const { name, type } of requiredVariables(document))
    if (sent[name] == null)
      throw fail("decode", `the variable ${name} (${type}) has no value`, `Pass one to ${operation}.`, undefined, name);
  return body;
}

/** The headers of the next attempt, by lower-case name, so that a name in two spellings is one header. */
async function headersOf({ headers, userAgent }: Endpoint, report: CallReport): Promise<Record<string, string>> {
  const given = typeof headers === "function" ? await headers() : headers;
  if (given != null && !isHeaders(given))
    throw report.fail(
      "authentication",
      "the headers must be a plain object of names and values",
      "Check what the option {headers} returns.",
    );
  const sent: Record<string, string> = {
    accept: "application/graphql-response+json, application/json;q=0.9",
    "content-type": "application/json",
  };
  if (userAgent) sent["user-agent"] = userAgent;
  for (const name in given) {
    // Trimmed, as it is sent: a value from a file ends with a newline.
    const value = given[name]?.trim();
    // Without types, an environment variable that is not set ends up here.
    if (value == null)
      throw report.fail(
        "authentication",
        `the header ${name} has no value`,
        "Check the option {headers}: is a variable not set?",
      );
    concealHeader(value, report);
    sent[name.toLowerCase()] = value;
  }
  return sent;
}

/** Keeps a header's value out of errors. In `Bearer …`, what follows the scheme is a secret by itself. */
const concealHeader = (value: string, report: CallReport): void => report.conceal(value, value.replace(/^\S+\s+/, ""));
