import { optionError } from "./check-options.ts";
import { basePath } from "./generated/service.ts";
import type { AnyOperation } from "./operation.ts";

/** What a call sends, but for its key. */
export interface BuiltRequest {
  url: string;
  /** By lower-case name, so that a name in two spellings is one header. */
  headers: Record<string, string>;
}

/** The URL of the operations: the root of the service with the base path of the contract. @throws OptionError of `who` */
export function operationsUrl(who: string, baseUrl: string): string {
  if (!/^https?:\/\/[^?#@]+$/i.test(baseUrl) || !URL.canParse(baseUrl))
    throw optionError(who, "baseUrl", "must be http(s)://host, perhaps with a path, without user, query and fragment");
  // From the first slash of many: a pattern that tries each takes time by the square of them.
  return new URL(baseUrl).href.replace(/(?<!\/)\/+$/, "") + basePath;
}

/**
 * Builds the request of a call. Parameters and headers that are null or undefined are left out.
 *
 * @param root - The URL of the operations.
 * @param headers - Headers of the client, of the call and so on: later ones replace earlier ones.
 * @throws TypeError if a parameter in the path would lead to another path.
 */
export function buildRequest<Params, Data extends object, Total extends number | undefined>(
  root: string,
  operation: AnyOperation<Params, Data, Total>,
  params: object,
  headers: readonly (object | undefined)[],
): BuiltRequest {
  const { path, headers: inHeaders = [], place } = operation;
  const [filled, entries] = place?.(operation, params) ?? [path, Object.entries(params)];
  const query = new URLSearchParams();
  const sent: Record<string, string> = {};
  for (const [name, value] of headers.flatMap((some) => Object.entries(some ?? {})))
    if (value != null) sent[name.toLowerCase()] = value;
  for (const [name, value] of entries) {
    if (value == null) continue;
    if (inHeaders.includes(name)) sent[name.toLowerCase()] = String(value);
    // Of a list, its text has commas.
    else query.append(name, String(value));
  }
  const search = query.toString();
  return { url: root + filled + (search && `?${search}`), headers: sent };
}
