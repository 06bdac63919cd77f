/** The published packages, and what a change of the contract means for each. */
import type { ApiChange } from "./compare.ts";

export interface Package {
  name: string;
  folder: string;
  /** Whether the change affects what is in the package, so that it has to be released. */
  sees(change: ApiChange): boolean;
  /** Whether the change breaks the package's users. */
  breaks(change: ApiChange): boolean;
  /** Whether a changeset has to name it. Otherwise it moves with the others of its version line. */
  demanded: boolean;
}

const isBreaking = ({ verdict }: ApiChange): boolean => verdict === "breaking";

/** A client package contains its interface, descriptions included. */
const client = (name: string, of: ApiChange["interface"], demanded = true): Package => ({
  name: `@court-register/${name}`,
  folder: `packages/${name}`,
  sees: (change) => change.interface === of,
  breaks: isBreaking,
  demanded,
});

/** Changes of names that only the clients use: requests and responses stay the same. */
const clientNameChanges = ["operation-id-changed", "tag-changed", "type-name-gone"];
/** Changes that servers may follow, but need not: a server that stays as it is still passes the suite. */
const optionalForServers = [
  "field-added",
  "field-removed",
  "parameter-added",
  "error-status-described",
  "error-body-changed",
  "key-taken-otherwise-too",
  "server-path-added",
];
/** Changes of the names that the suite's options and baselines use for an operation. */
const suiteNameChanges = ["operation-removed", "tag-changed"];

export const packages: Package[] = [
  client("core", "A", false),
  client("fetch", "A"),
  client("axios", "A"),
  client("graphql", "B"),
  {
    name: "@court-register/conformance",
    folder: "conformance",
    sees: ({ documentation }) => !documentation,
    // Not what breaks a client: its users run servers, and a suite that requires more can fail one that used to pass.
    breaks: ({ rule, todo }) =>
      suiteNameChanges.includes(rule) || (todo.servers !== undefined && !optionalForServers.includes(rule)),
    demanded: true,
  },
  {
    name: "@court-register/reference-server",
    folder: "packages/reference-server",
    sees: ({ documentation, documents }) => !documentation && !documents,
    // Its users are its callers.
    breaks: (change) => isBreaking(change) && !clientNameChanges.includes(change.rule),
    demanded: true,
  },
];
