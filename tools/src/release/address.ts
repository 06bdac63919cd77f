/**
 * The project's public address. It is set in one place, `repository` in the package.json at the root, as a URL; each release
 * copies it from there into the published packages.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** Where a published package says that it comes from. */
export interface Address {
  repository: { type: "git"; url: string; directory: string };
  homepage: string;
  bugs: string;
}

/**
 * The address as `root` sets it; nothing while it sets none.
 *
 * @throws Error when what it sets is no URL of a web page.
 */
export async function readAddress(root: string): Promise<string | undefined> {
  const { repository }: { repository?: unknown } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  if (repository === undefined) return undefined;
  if (
    typeof repository === "string" &&
    /^https:\/\/[^\s/]+\/\S*[^\s/]$/.test(repository) &&
    !repository.endsWith(".git")
  )
    return repository;
  throw new Error(
    `"repository" in package.json must be the https URL of the project, without a slash or .git at its end, not ${JSON.stringify(repository)}.`,
  );
}

/** What the manifest of the package in `folder` has to say. */
export function addressOf(url: string, folder: string): Address {
  return {
    repository: { type: "git", url: `git+${url}.git`, directory: folder },
    homepage: `${url}/tree/main/${folder}#readme`,
    bugs: `${url}/issues`,
  };
}
