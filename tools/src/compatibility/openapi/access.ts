/** What it takes to reach an operation: the path that the service publishes under, and the key. */
import type { Change } from "../change.ts";
import { isObject, type OpenApi, operationsOf, type PlacedOperation } from "./document.ts";
import { documentation } from "./rules-common.ts";

interface Access {
  /** Path part of the server URLs. */
  path: string;
  /** The server URLs with their variables. */
  address: string;
  /** Where the key goes, such as ``header `Ocp-Apim-Subscription-Key` ``, or `none`. */
  key: string;
}

/** Compares access to the operations that both documents have. */
export function compareAccess(base: OpenApi, revision: OpenApi): Change[] {
  return [...compareOperations(base, revision), ...compareWords(base, revision)];
}

function compareOperations(base: OpenApi, revision: OpenApi): Change[] {
  const after = new Map(operationsOf(revision).map((one) => [one.id, one]));
  return operationsOf(base).flatMap((old) => {
    const now =
      after.get(old.id) ??
      operationsOf(revision).find(({ path, method }) => path === old.path && method === old.method);
    return now ? compareOne(accessTo(base, old), accessTo(revision, now), now.id) : [];
  });
}

function accessTo(document: OpenApi, { item, operation }: PlacedOperation): Access {
  const servers = operation.servers ?? item.servers ?? document.servers ?? [{ url: "/" }];
  const security = operation.security ?? document.security ?? [];
  const keys = security.map((choice) =>
    Object.entries(choice)
      .map(([name, scopes]) => [describeScheme(document, name), ...scopes].join(" "))
      .join(" and "),
  );
  return {
    path: servers.map(({ url }) => `\`${pathOf(url)}\``).join(", "),
    address: JSON.stringify(servers.map(({ description: _, ...server }) => server)),
    key: keys.filter((key) => key !== "").join(" or ") || "none",
  };
}

/** The part of a server's URL after its host, whether that is written out or a variable. */
const pathOf = (url: string): string => url.replace(/^(?:\w+:\/\/[^/]*|\{[^}]*\})/, "") || "/";

function describeScheme(document: OpenApi, name: string): string {
  const { description: _, ...scheme } = document.components?.securitySchemes?.[name] ?? { type: name };
  return scheme.type === "apiKey" ? `${scheme.in} \`${scheme.name}\`` : JSON.stringify(scheme);
}

function compareOne(before: Access, after: Access, id: string): Change[] {
  const changes: Change[] = [];
  if (before.path !== after.path) {
    changes.push({
      rule: "server-path-changed",
      subject: "servers",
      verdict: "breaking",
      noticed: "run",
      message: `The service is published under ${after.path}, no longer under ${before.path}.`,
      todo: {
        rest: "Update the client together with the service: a released client adds the old path to its base URL.",
        servers: `Publish under ${after.path}; keep ${before.path} while released clients are in use.`,
      },
      operations: [id],
    });
  } else if (before.address !== after.address) {
    changes.push({
      rule: "server-address-changed",
      subject: "servers",
      verdict: "safe",
      message: "The address of the service or its default changed in the document.",
      todo: {},
      documentation: true,
      operations: [id],
    });
  }
  if (before.key === after.key) return changes;
  const dropped = after.key === "none";
  changes.push({
    rule: dropped ? "key-dropped" : "key-changed",
    subject: "security",
    verdict: dropped ? "risky" : "breaking",
    ...(dropped ? {} : { noticed: "run" as const }),
    message: dropped ? `No key is asked for; it was sent as ${before.key}.` : keyMessage(before.key, after.key),
    todo: {
      rest: dropped
        ? "Nothing, unless the key was what kept others out."
        : "Update the client together with the service: a released client sends the key the old way.",
      servers: dropped
        ? "Answer without a key too."
        : `Take the key as ${after.key}, and the old way while released clients are in use.`,
    },
    operations: [id],
  });
  return changes;
}

function keyMessage(before: string, after: string): string {
  return before === "none"
    ? `A key is asked for, sent as ${after}.`
    : `The key is sent as ${after}, no longer as ${before}.`;
}

function compareWords(base: OpenApi, revision: OpenApi): Change[] {
  const words = ({ servers, components }: OpenApi): string =>
    JSON.stringify([servers, Object.values(components?.securitySchemes ?? {})], (key, value) =>
      isObject(value) || Array.isArray(value) || key === "description" ? value : undefined,
    );
  if (words(base) === words(revision)) return [];
  return [{ ...documentation("the servers or the key"), subject: "servers", operations: [] }];
}
