import { basePath } from "./generated/operations.ts";
import type { Operation } from "./operation.ts";

/** What a call sends, but for its key. */
export interface BuiltRequest {
  url: string;
  /** By lower-case name, so that a name in two spellings is one header. */
  headers: Record<string, string>;
}

/** The URL of the operations: the root of the service with the base path of the contract. */
export function operationsUrl(baseUrl: string): string {
  if (!/^https?:\/\/[^?#@]+$/i.test(baseUrl) || !URL.canParse(baseUrl))
    throw new TypeError("baseUrl must be http(s)://host, perhaps with a path, without user, query and fragment.");
  const { href } = new URL(baseUrl);
  let end = href.length;
  while (href[end - 1] === "/") end--;
  return href.slice(0, end) + basePath;
}

/** Builds the request of a call. Parameters that are null or undefined are left out. */
export function buildRequest(
  root: string,
  operation: Operation,
  params: Readonly<Record<string, unknown>> | undefined,
  headers: Readonly<Record<string, string | undefined>>,
): BuiltRequest {
  const query = new URLSearchParams();
  const sent: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) if (value != null) sent[name.toLowerCase()] = value;
  for (const [name, value] of Object.entries(params ?? {})) {
    if (value == null) continue;
    if (operation.headers?.includes(name)) sent[name.toLowerCase()] = String(value);
    else query.set(name, String(value));
  }
  const search = query.toString();
  return { url: root + operation.path + (search && `?${search}`), headers: sent };
}
