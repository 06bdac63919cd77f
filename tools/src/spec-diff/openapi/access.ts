/** How operations are reached: the path that the service publishes under, and the key. oasdiff reports neither. */
import { isDeepStrictEqual } from "node:util";
import { type OpenApi, operationsOf, type PlacedOperation, serverPath } from "../../specs/openapi.ts";
import type { Explained, Finding } from "../change.ts";
import { documented } from "./found.ts";

interface AccessAt {
  /** Paths of the server URLs. */
  paths: string[];
  /** The server URLs with their variables. */
  address: string;
  /** Where the key may go, such as ``header `Ocp-Apim-Subscription-Key` ``; empty for access without a key. */
  keys: string[];
}

/** Compares access to the operations that both documents have. */
export function findAccess(before: OpenApi, after: OpenApi): Finding[] {
  const current = operationsOf(after);
  const [old, now] = [before, after].map(({ components }) => components?.securitySchemes);
  const schemes = isDeepStrictEqual(old, now) ? ["security"] : ["components", "securitySchemes"];
  const found = operationsOf(before).flatMap((old): Finding[] => {
    const now =
      current.find(({ id }) => id === old.id) ??
      current.find(({ path, method }) => path === old.path && method === old.method);
    if (now === undefined) return [];
    const [was, is] = [accessTo(before, old), accessTo(after, now)];
    return [
      ...compareServers(was, is).map((one) => ({ ...one, subject: "servers", operations: [now.id] })),
      ...compareKeys(was.keys, is.keys).map((one) => ({
        ...one,
        subject: "security",
        operations: [now.id],
        at: schemes,
      })),
    ];
  });
  if (descriptions(before) === descriptions(after)) return found;
  return [...found, { ...documented("the servers or the key"), subject: "servers", operations: [] }];
}

function accessTo(document: OpenApi, { item, operation }: PlacedOperation): AccessAt {
  const servers = operation.servers ?? item.servers ?? document.servers ?? [{ url: "/" }];
  const security = operation.security ?? document.security ?? [];
  const keys = security.map((choice) =>
    Object.entries(choice)
      .map(([name, scopes]) => describeScheme(document, name) + (scopes.length > 0 ? ` for ${scopes.join(", ")}` : ""))
      .join(" and "),
  );
  return {
    paths: [...new Set(servers.map(({ url }) => `\`${serverPath(url) || "/"}\``))],
    address: JSON.stringify(servers.map(({ description: _, ...server }) => server)),
    keys: keys.length === 0 ? [""] : keys,
  };
}

function describeScheme(document: OpenApi, name: string): string {
  const { description: _, ...scheme } = document.components?.securitySchemes?.[name] ?? { type: name };
  const tokenUrl = scheme.flows?.clientCredentials?.tokenUrl;
  if (scheme.type === "oauth2" && tokenUrl !== undefined) return `access token of \`${tokenUrl}\``;
  return scheme.type === "apiKey" ? `key in the ${scheme.in} \`${scheme.name}\`` : JSON.stringify(scheme);
}

function compareServers(before: AccessAt, after: AccessAt): Explained[] {
  const added = after.paths.filter((path) => !before.paths.includes(path));
  if (!before.paths.every((path) => after.paths.includes(path)))
    return [{ rule: "server-path-changed", facts: { from: before.paths.join(", "), to: after.paths.join(", ") } }];
  if (added.length > 0) return [{ rule: "server-path-added", facts: { to: added.join(", ") } }];
  return before.address === after.address ? [] : [{ rule: "server-address-changed" }];
}

function compareKeys(before: string[], after: string[]): Explained[] {
  const inWords = (keys: string[]): string => keys.filter((key) => key !== "").join(" or ");
  const added = after.filter((key) => !before.includes(key));
  const staysValid = before.every((key) => after.includes(key));
  if (added.length === 0 && after.length === before.length) return [];
  if (added.includes("") || (after.includes("") && !staysValid))
    return [{ rule: "key-dropped", facts: { from: inWords(before) } }];
  if (staysValid) return [{ rule: "key-taken-otherwise-too", facts: { to: inWords(added) } }];
  const facts = { from: inWords(before.filter((key) => !after.includes(key))), to: inWords(after) };
  return [{ rule: before.includes("") ? "key-changed required" : "key-changed", facts }];
}

/** The descriptions of servers and keys, as one text. */
function descriptions({ servers, components }: OpenApi): string {
  const found: unknown[] = [];
  JSON.stringify([servers, Object.values(components?.securitySchemes ?? {})], (key, value) => {
    if (key === "description") found.push(value);
    return value;
  });
  return JSON.stringify(found.sort());
}
