import { glob, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { publishedPackages } from "../shared/published-packages.ts";

/** Updates the examples to the package versions in the repository in `root`. */
export async function updateExamples(root: string): Promise<void> {
  const versions = new Map<string, string>();
  for (const { name, folder } of publishedPackages) {
    const manifest: { version: string } = JSON.parse(await readFile(join(root, folder, "package.json"), "utf8"));
    versions.set(name, manifest.version);
  }
  // Not deeper: an example's node_modules are not ours.
  for await (const path of glob("{packages/*,conformance}/examples/*/*.{json,yml,md}", { cwd: root })) {
    const file = join(root, path);
    await writeFile(file, withRanges(await readFile(file, "utf8"), versions));
  }
}

/** The text with the range in each `"<package>": "^1.2.3"` and `<package>@^1.2.3` updated to the package's version. */
function withRanges(text: string, versions: ReadonlyMap<string, string>): string {
  return text.replace(/(@court-register\/[\w-]+)("\s*:\s*"|@)\^\d+\.\d+\.\d+/g, (whole, name, between) => {
    const version = versions.get(name);
    return version === undefined ? whole : `${name}${between}^${version}`;
  });
}
