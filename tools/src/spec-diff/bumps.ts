/**
 * The version bumps that a change of the contract asks of each published package.
 *
 * While a package is at 0.x, its minor version acts as the major one and its patch version as the minor one, so that `^0.1.0`,
 * which npm writes by default, excludes a breaking 0.2.0. From 1.0.0 on, it is plain semver.
 */
import type { Change } from "./change.ts";

export type Bump = (typeof bumps)[number];

export const bumps = ["major", "minor", "patch"] as const;

/** When changes have a published package released, and how far. */
export interface ReleaseRule {
  /** The package's name. */
  name: string;
  /** Whether the change affects what is in the package, so that it has to be released. */
  sees(change: Change): boolean;
  /** Whether the change breaks the package's users. */
  breaks(change: Change): boolean;
  /** Whether a changeset has to name it. Otherwise it moves with the others of its version line. */
  demanded: boolean;
}

const isBreaking = ({ verdict }: Change): boolean => verdict === "breaking";

/** A client package contains its interface, descriptions included. */
const client = (name: string, of: Change["interface"], demanded = true): ReleaseRule => ({
  name: `@court-register/${name}`,
  sees: (change) => change.interface === of,
  breaks: isBreaking,
  demanded,
});

/** What servers serve over either interface is in the package. Names in the clients are nothing to its users. */
const served = (name: string): ReleaseRule => ({
  name: `@court-register/${name}`,
  sees: ({ documentation, documents }) => !documentation && !documents,
  breaks: (change) => isBreaking(change) && !change.release.includes("client names"),
  demanded: true,
});

/** For every published package, in the order in which a changeset lists them. */
export const releaseRules: readonly ReleaseRule[] = [
  client("core", "A", false),
  client("fetch", "A"),
  client("axios", "A"),
  client("graphql", "B"),
  // It is the contract: whoever generates from it has every change.
  { name: "@court-register/specs", sees: () => true, breaks: isBreaking, demanded: true },
  {
    name: "@court-register/conformance",
    sees: ({ documentation }) => !documentation,
    // Not what breaks a client: its users run servers, and a suite that requires more can fail one that used to pass.
    breaks: ({ todo, release }) =>
      release.includes("suite names") || (todo.servers !== undefined && !release.includes("optional")),
    demanded: true,
  },
  // Its users are its callers.
  served("reference-server"),
  // Its users read the columns of its views, which have the names and types of the contract. It asks by the documents of the GraphQL client:
  // what those no longer select is gone from a column.
  {
    ...served("mirror"),
    sees: ({ documentation, documents, uncopied, release }) =>
      !documentation && !uncopied && !(documents && release.includes("client names")),
  },
];

/** The bump that a change requires of a package at `version`. */
export function bumpFor(change: Change, { breaks }: ReleaseRule, version: string): Bump {
  const ideal = breaks(change) ? "major" : change.documentation ? "patch" : "minor";
  if (!version.startsWith("0.")) return ideal;
  return ideal === "major" ? "minor" : "patch";
}
