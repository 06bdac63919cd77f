import { keyHeader, registerPath } from "../contract/operations.ts";
import type { Given, Operation } from "../contract/shape/operation.ts";

/** The representation that a request asks for. */
export type Representation = "json" | "xml";

/** The key that a request carries: the user's, none, an empty one, or one that was never issued. */
export type KeyKind = "valid" | "none" | "empty" | "wrong";

/** A request of REST. Requests that are equal in all of these are sent once. */
export interface RegisterRequest {
  operation: Operation;
  /** The values of the parameters in the path. @defaultValue it has none */
  path?: Readonly<Record<string, string>> | undefined;
  query: readonly (readonly [name: string, value: string])[];
  as: Representation;
  key: KeyKind;
}

/** The value of a query parameter. */
export function parameter(request: RegisterRequest | undefined, name: string): string | undefined {
  return request?.query.find(([one]) => one === name)?.[1];
}

/** A parameter that is a number. */
export const numericParameter = (request: RegisterRequest | undefined, name: string): number | undefined => {
  const text = parameter(request, name);
  return text === undefined ? undefined : Number(text);
};

export const offsetOf = (request: RegisterRequest | undefined): number => numericParameter(request, "offset") ?? 0;
export const limitOf = (request: RegisterRequest | undefined): number | undefined => numericParameter(request, "limit");

/** How to ask for a representation, which the contract does not show: by `Accept`, another header, or a query parameter. */
export type RepresentationChoice =
  | { by: "accept" }
  | { by: "header"; name: string; json: string; xml: string }
  | { by: "query"; name: string; json: string; xml: string };

export const mediaTypes: Record<Representation, string> = { json: "application/json", xml: "application/xml" };

/** The identity of a request, within a run and in recordings: `sjediste.list?offset=0&limit=101 json valid`. */
export function requestId(request: RegisterRequest): string {
  const inPath = request.path === undefined ? "" : `(${new URLSearchParams(request.path)})`;
  return `${request.operation.id}${inPath}${queryText(request.query)} ${request.as} ${request.key}`;
}

/** The path of an operation with values for its parameters. */
const filled = ({ operation, path = {} }: RegisterRequest): string =>
  operation.path.replace(/\{([^{}]+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? ""));

function queryText(query: RegisterRequest["query"]): string {
  const text = new URLSearchParams(query.map(([name, value]): [string, string] => [name, value])).toString();
  return text === "" ? "" : `?${text}`;
}

/** A request as it is sent. */
export interface WireRequest {
  id: string;
  /** What it asks of REST; undefined for GraphQL. */
  asks?: RegisterRequest;
  /** What it is about: an operation, a query field, or the schema. */
  subject: string;
  method: "GET" | "POST";
  url: string;
  headers: Record<string, string>;
  body?: string;
}

export interface RegisterTarget {
  /** The service's root, without `/javni`. */
  baseUrl: string;
  key: string | undefined;
  /** Whether an access token is sent, beside the key or in its place. @defaultValue `false` */
  usesToken?: boolean;
  /** Further headers of requests with a valid key: they may be credentials too. @defaultValue none */
  headers?: Readonly<Record<string, string>> | undefined;
  /** A key or token that was never issued, for requests that must be refused. */
  wrongKey: string;
  xmlBy: RepresentationChoice;
}

/** The address of REST. */
const registerRoot = ({ baseUrl }: RegisterTarget): string => `${baseUrl.replace(/\/+$/, "")}${registerPath}`;

/** Builds the HTTP request for a target. */
export function toWire(request: RegisterRequest, target: RegisterTarget): WireRequest {
  const { xmlBy } = target;
  const given = (place: Given["in"]) =>
    request.operation.given.filter((one) => one.in === place).map(({ name, value }) => [name, value] as const);
  // What the request sets itself, such as a required limit, replaces the given value.
  const asked = new Set(request.query.map(([name]) => name));
  const query = [...given("query").filter(([name]) => !asked.has(name)), ...request.query];
  if (xmlBy.by === "query") query.push([xmlBy.name, xmlBy[request.as]]);
  const headers: Record<string, string> = { accept: mediaTypes[request.as], ...Object.fromEntries(given("header")) };
  if (xmlBy.by === "header") headers[xmlBy.name.toLowerCase()] = xmlBy[request.as];
  Object.assign(headers, credentials(request.key, target));
  return {
    id: requestId(request),
    asks: request,
    subject: request.operation.name,
    method: "GET",
    url: `${registerRoot(target)}${filled(request)}${queryText(query)}`,
    headers,
  };
}

/** What stands for the token in requests, and in whatever is written about them: a shell puts the token of a user there. */
export const tokenHeader = "Bearer $COURT_REGISTER_TOKEN";

/** The headers that give access, or that must not: key and token, whichever the user has. Without either, the contract's key. */
function credentials(
  kind: KeyKind,
  { key, usesToken = false, headers, wrongKey }: RegisterTarget,
): Readonly<Record<string, string>> {
  if (kind === "none") return {};
  if (kind === "valid")
    return {
      ...headers,
      ...(key === undefined ? {} : inKeyHeader(key)),
      ...(usesToken ? { authorization: tokenHeader } : {}),
    };
  const bad = kind === "empty" ? "" : wrongKey;
  return {
    ...(key === undefined && usesToken ? {} : inKeyHeader(bad)),
    ...(usesToken || keyHeader === "" ? { authorization: `Bearer ${bad}`.trim() } : {}),
  };
}

/** A contract may have tokens alone. */
const inKeyHeader = (key: string): Readonly<Record<string, string>> => (keyHeader === "" ? {} : { [keyHeader]: key });

/** Headers whose values are secrets, and the option that takes them from the shell instead. */
export interface ShellSecrets {
  names: readonly string[];
  option: string;
}

const keyOption = `-H "${keyHeader}: $COURT_REGISTER_KEY"`;

/** The user's key and headers of REST. An invented key is shown, because it is what the request tests. */
export function keySecrets(
  kind: KeyKind,
  { key, headers = {} }: Pick<RegisterTarget, "key" | "headers">,
): ShellSecrets {
  if (kind !== "valid") return { names: [], option: "" };
  const names = Object.keys(headers);
  const options = [
    ...(names.length > 0 ? [headersOption("COURT_REGISTER_HEADERS", names)] : []),
    ...(key === undefined ? [] : [keyOption]),
  ];
  return { names: [keyHeader, ...names], option: options.join(" ") };
}

/** Headers, one per line, in a variable that the CLI reads as well. */
const headersOption = (variable: string, names: readonly string[]): string =>
  names.length > 1 ? `-H @<(echo "$${variable}")` : `-H "$${variable}"`;

/** The user's headers for GraphQL: one per line, in the variable that the CLI reads as well. */
export const headerSecrets = (names: readonly string[]): ShellSecrets => ({
  names,
  option: headersOption("COURT_REGISTER_GRAPHQL_HEADERS", names),
});

/** A command line that repeats a request, with shell variables instead of secrets. */
export function curlLine(request: WireRequest, { names, option }: ShellSecrets): string {
  const secret = new Set(names.map((name) => name.toLowerCase()));
  const entries = Object.entries(request.headers);
  const open = entries.filter(([name]) => !secret.has(name.toLowerCase()));
  const headers = open.map(([name, value]) =>
    // In quotes in which a shell replaces variables.
    value === tokenHeader ? `-H "${name}: ${value}"` : `-H ${quote(value === "" ? `${name};` : `${name}: ${value}`)}`,
  );
  if (open.length < entries.length) headers.push(option);
  const body = request.body === undefined ? [] : ["-d", quote(request.body)];
  return ["curl -si", ...headers, ...body, quote(request.url)].join(" ");
}

const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
