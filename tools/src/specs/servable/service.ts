import { type OpenApi, serverPath } from "../openapi.ts";
import { SpecError } from "../spec-error.ts";

/** What precedes the path of every operation, such as `/javni`. @throws SpecError when the server has another form of URL. */
export function readBasePath(document: OpenApi): string {
  const url = document.servers?.[0]?.url ?? "";
  const basePath = serverPath(url);
  if (url !== `{base_url}${basePath}` || !/^(\/[\w.~-]+)*$/.test(basePath))
    throw new SpecError(
      "servers",
      `the first URL must be {base_url} and a path, such as {base_url}/javni, but is "${url}".`,
    );
  return basePath;
}

/** The request header for the key, as the contract writes it. @throws SpecError when the key is sent in another way. */
export function readKeyHeader(document: OpenApi): string {
  const schemes = Object.entries(document.components?.securitySchemes ?? {});
  const scheme = schemes.find(([, { type, in: place }]) => type === "apiKey" && place === "header");
  const keyHeader = scheme?.[1].name;
  if (schemes.length !== 1 || keyHeader === undefined)
    throw new SpecError("components/securitySchemes", "exactly one scheme is supported, an apiKey in a header.");
  if (!/^[\w-]+$/.test(keyHeader))
    throw new SpecError("components/securitySchemes", `"${keyHeader}" is not a header name.`);
  return keyHeader;
}
