import { keyHeader, operations } from "../contract/operations.ts";
import type { Operation } from "../contract/shape/operation.ts";
import {
  type KeyKind,
  mediaTypes,
  type RegisterRequest,
  type RegisterTarget,
  type Representation,
  registerRoot,
} from "../evidence/request.ts";

/**
 * Reads a request of REST back from the wire: recordings are searched by what a request asks, not by how it was written.
 * Undefined for anything else, such as a query of GraphQL.
 */
export function identify(
  url: string,
  init: RequestInit,
  target: RegisterTarget,
  among: readonly Operation[] = operations,
): RegisterRequest | undefined {
  const prefix = registerRoot(target);
  if (!url.startsWith(prefix)) return undefined;
  const parsed = new URL(url);
  const path = url.slice(prefix.length).split("?")[0];
  const operation = among.find((one) => one.path === path);
  if (operation === undefined) return undefined;
  const headers = new Headers(init.headers);
  const { xmlBy } = target;
  const chosen =
    xmlBy.by === "query"
      ? parsed.searchParams.get(xmlBy.name)
      : headers.get(xmlBy.by === "header" ? xmlBy.name : "accept");
  const xml = xmlBy.by === "accept" ? mediaTypes.xml : xmlBy.xml;
  // What every request of the operation sends, and what selects the representation, is left out.
  const query = [...parsed.searchParams].filter(
    ([name, value]) =>
      !operation.given.some((one) => one.in === "query" && one.name === name && one.value === value) &&
      !(xmlBy.by === "query" && name === xmlBy.name),
  );
  const as: Representation = chosen === xml ? "xml" : "json";
  return { operation, query, as, key: keyKind(headers.get(keyHeader), target) };
}

function keyKind(value: string | null, target: RegisterTarget): KeyKind {
  // If the user gave no key, the ordinary request has none.
  if (value === null) return target.key === undefined ? "valid" : "none";
  if (value === target.key) return "valid";
  return value === "" ? "empty" : "wrong";
}
