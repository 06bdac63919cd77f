/**
 * The project's public address. It is set once, as a URL in `repository` of the root package.json; each release copies it into the
 * published packages.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** The address in the manifest of a published package. */
export interface Address {
  repository: { type: "git"; url: string; directory: string };
  homepage: string;
  bugs: string;
}

/**
 * The address in the manifest of `root`. Without one, nothing is released: npm's statement of provenance is about it.
 *
 * @throws Error when it is missing, or not the URL of a web page.
 */
export async function readAddress(root: string): Promise<string> {
  const { repository }: { repository?: unknown } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  if (
    typeof repository === "string" &&
    /^https:\/\/[^\s/]+\/\S*[^\s/]$/.test(repository) &&
    !repository.endsWith(".git")
  )
    return repository;
  throw new Error(
    `"repository" in package.json must be the https URL of the project, without a slash or .git at its end, not ${JSON.stringify(repository) ?? "missing"}.`,
  );
}

/** The address for the manifest of the package in `folder`. */
export function addressOf(url: string, folder: string): Address {
  return {
    repository: { type: "git", url: `git+${url}.git`, directory: folder },
    homepage: `${url}/tree/main/${folder}#readme`,
    bugs: `${url}/issues`,
  };
}
