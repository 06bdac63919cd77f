/**
 * Prepares a spec for the templates: refuses what the clients' runtime does not support, and annotates names and descriptions
 * with how they are printed (`x-key`, `x-doc`, …), because Mustache templates can neither escape nor decide.
 */
import { isObject, type OpenApi, operationsOf, serverPath } from "../../specs/openapi.ts";
import { SpecError } from "../../specs/spec-error.ts";
import { refuseEqualNames } from "./names.ts";
import { prepareOperation, prepareParameter } from "./operations.ts";
import { prepareRow } from "./rows.ts";

/** Facts about the whole service. */
export interface Service {
  /** Prefix of every operation's path, such as `/javni`. */
  basePath: string;
  /** Request header for the key, in lower case. */
  keyHeader: string;
}

/** Annotates `document` in place. @throws SpecError with the place of the first thing that is not supported. */
export function prepare(document: OpenApi): Service {
  const service = readService(document);
  for (const [name, schema] of Object.entries(document.components?.schemas ?? {})) {
    if (schema.type !== "array") prepareRow(document, name, schema);
  }
  for (const [name, parameter] of Object.entries(document.components?.parameters ?? {})) {
    prepareParameter(`components/parameters/${name}`, parameter);
  }
  for (const [path, item] of Object.entries(document.paths ?? {})) {
    if (!isObject(item))
      throw new SpecError(`paths ${path}`, "a path must be an object, with its operation under `get`.");
  }
  for (const { path, method, operation } of operationsOf(document)) {
    const where = `paths ${path} ${method.toLowerCase()}`;
    if (method !== "GET") throw new SpecError(where, "the clients only read: only GET is supported.");
    prepareOperation(document, where, path, operation, service.keyHeader);
  }
  refuseEqualNames(document);
  return service;
}

function readService(document: OpenApi): Service {
  const url = document.servers?.[0]?.url ?? "";
  const basePath = serverPath(url);
  if (url !== `{base_url}${basePath}` || !/^(\/[\w.~-]+)*$/.test(basePath))
    throw new SpecError(
      "servers",
      `the first URL must be {base_url} and a path, such as {base_url}/javni, but is "${url}".`,
    );
  const schemes = Object.entries(document.components?.securitySchemes ?? {});
  const scheme = schemes.find(([, { type, in: place }]) => type === "apiKey" && place === "header");
  const keyHeader = scheme?.[1].name;
  if (schemes.length !== 1 || keyHeader === undefined)
    throw new SpecError("components/securitySchemes", "exactly one scheme is supported, an apiKey in a header.");
  if (!/^[\w-]+$/.test(keyHeader))
    throw new SpecError("components/securitySchemes", `"${keyHeader}" is not a header name.`);
  return { basePath, keyHeader: keyHeader.toLowerCase() };
}
