/** How operations are reached: the path that the service publishes under, and the key. */
import { type OpenApi, operationsOf, type PlacedOperation, serverPath } from "../../specs/openapi.ts";
import type { Change, Judgement } from "../change.ts";
import { documentation } from "../rules-common.ts";

interface Access {
  /** Paths of the server URLs. */
  paths: string[];
  /** The server URLs with their variables. */
  address: string;
  /** Where the key may go, such as ``header `Ocp-Apim-Subscription-Key` ``; empty for access without a key. */
  keys: string[];
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
    paths: [...new Set(servers.map(({ url }) => `\`${serverPath(url) || "/"}\``))],
    address: JSON.stringify(servers.map(({ description: _, ...server }) => server)),
    keys: keys.length === 0 ? [""] : keys,
  };
}

function describeScheme(document: OpenApi, name: string): string {
  const { description: _, ...scheme } = document.components?.securitySchemes?.[name] ?? { type: name };
  return scheme.type === "apiKey" ? `${scheme.in} \`${scheme.name}\`` : JSON.stringify(scheme);
}

function compareOne(before: Access, after: Access, id: string): Change[] {
  const changes: Change[] = [];
  const added = after.paths.filter((path) => !before.paths.includes(path)).join(", ");
  if (!before.paths.every((path) => after.paths.includes(path))) {
    const [from, to] = [before.paths.join(", "), after.paths.join(", ")];
    changes.push({
      rule: "server-path-changed",
      subject: "servers",
      verdict: "breaking",
      noticed: "run",
      message: `The service is published under ${to}, no longer under ${from}.`,
      todo: {
        rest: "Update the client together with the service: a released client adds the old path to its base URL.",
        servers: `Publish under ${to}; keep ${from} while released clients are in use.`,
      },
      operations: [id],
    });
  } else if (added !== "") {
    changes.push({
      rule: "server-path-added",
      subject: "servers",
      verdict: "safe",
      message: `The service is also published under ${added}.`,
      todo: { rest: "Nothing.", servers: `Also publish under ${added}.` },
      operations: [id],
    });
  } else if (before.address !== after.address) {
    changes.push({
      rule: "server-address-changed",
      subject: "servers",
      verdict: "safe",
      message: "The service address or its default changed in the document.",
      todo: {},
      documentation: true,
      operations: [id],
    });
  }
  return [...changes, ...compareKeys(before.keys, after.keys).map((judgement) => ofKey(judgement, id))];
}

const ofKey = (judgement: Judgement, id: string): Change => ({ ...judgement, subject: "security", operations: [id] });

const inWords = (keys: string[]): string => keys.filter((key) => key !== "").join(" or ");

function compareKeys(before: string[], after: string[]): Judgement[] {
  const added = after.filter((key) => !before.includes(key));
  if (added.length === 0 && after.length === before.length) return [];
  if (added.includes("") || (after.includes("") && !before.every((key) => after.includes(key)))) {
    return [
      {
        rule: "key-dropped",
        verdict: "risky",
        message: `A key is no longer required; it was sent as ${inWords(before)}.`,
        todo: { rest: "Nothing, unless the key was there to keep others out.", servers: "Also respond without a key." },
      },
    ];
  }
  if (before.every((key) => after.includes(key))) {
    return [
      {
        rule: "key-taken-otherwise-too",
        verdict: "safe",
        message: `The key may also be sent as ${inWords(added)}.`,
        todo: { rest: "Nothing.", servers: `Also accept the key as ${inWords(added)}.` },
      },
    ];
  }
  const message = before.includes("")
    ? `A key is now required, sent as ${inWords(after)}.`
    : `The key is sent as ${inWords(after)}, no longer as ${inWords(before)}.`;
  return [
    {
      rule: "key-changed",
      verdict: "breaking",
      noticed: "run",
      message,
      todo: {
        rest: "Update the client together with the service: a released client sends the key the old way.",
        servers: `Accept the key as ${inWords(after)}, and the old way while released clients are in use.`,
      },
    },
  ];
}

function compareWords(base: OpenApi, revision: OpenApi): Change[] {
  const words = ({ servers, components }: OpenApi): string => {
    const found: unknown[] = [];
    JSON.stringify([servers, Object.values(components?.securitySchemes ?? {})], (key, value) => {
      if (key === "description") found.push(value);
      return value;
    });
    return JSON.stringify(found);
  };
  if (words(base) === words(revision)) return [];
  return [{ ...documentation("the servers or the key"), subject: "servers", operations: [] }];
}
