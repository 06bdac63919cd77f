/** Where everything is. */
import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** Absolute path of the repository's root, without a trailing slash. */
export const root: string = fileURLToPath(new URL("../../..", import.meta.url)).replace(/[\\/]$/, "");

export interface PublishedPackage {
  name: string;
  /** From the repository's root. */
  folder: string;
  /** Whether there is code to build: there is none in the specs. */
  hasCode: boolean;
}

/** The workspace's packages that are not private, by folder. */
export const publishedPackages: readonly PublishedPackage[] = globSync("{packages/*,conformance,specs}/package.json", {
  cwd: root,
})
  .map((path) => ({ path, ...JSON.parse(readFileSync(join(root, path), "utf8")) }))
  .filter((manifest) => manifest.private !== true)
  .map(({ path, name, scripts }) => ({ name, folder: dirname(path), hasCode: scripts?.build !== undefined }))
  .sort((one, other) => one.folder.localeCompare(other.folder, "en"));
