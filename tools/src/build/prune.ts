/**
 * The end of `pnpm build`: turbo puts what it has kept beside what is there, such as the file of a source that is gone, and that would be
 * packed. Nothing else is touched, so whoever reads `dist` meanwhile is not disturbed.
 */
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { readArguments } from "../shared/arguments.ts";
import { publishedPackages, root } from "../shared/repository.ts";

/** Removes from each `dist` what the build that is in it did not write. */
export function prune(): void {
  for (const { folder } of publishedPackages.filter(({ hasCode }) => hasCode)) {
    const [list, dist] = [".built-files", "dist"].map((name) => join(root, folder, name)) as [string, string];
    if (!existsSync(list) || !existsSync(dist)) continue;
    const built: string[] = JSON.parse(readFileSync(list, "utf8"));
    for (const entry of readdirSync(dist, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      if (entry.isFile() && !built.includes(path.slice(dist.length + 1))) rmSync(path, { force: true });
    }
  }
}

if (import.meta.main) {
  await readArguments(
    `pnpm build

Compiles every package into its dist folder, for tarballs and their checks: commands in a clone run the sources. turbo does so, and keeps
the result; one package alone is \`pnpm exec turbo run build --filter=@court-register/fetch\`.

Exit code 0: done. Otherwise, a package could not be built.
`,
    {},
  );
  prune();
}
