/** `pnpm exec node tools/src/release/pack.ts FOLDER`: packs what a release publishes, and says what it has packed. */
import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { pack } from "../check/support/packed.ts";
import { readArguments } from "../shared/arguments.ts";
import { git } from "../shared/git.ts";
import { publishedPackages, root } from "../shared/repository.ts";
import { addressOf, readAddress } from "./address.ts";

const { words } = await readArguments(
  `pnpm exec node tools/src/release/pack.ts FOLDER

Packs each package whose version has no tag yet into FOLDER, after \`pnpm build\`, and prints the SHA-256 of each tarball, as sha256sum
does; FOLDER/sums.txt has the same. The tarballs of one commit are the same on every machine.

Exit code 0: done. 1: there is nothing to publish, or a package lacks what a release needs. 2: no FOLDER.
`,
  {},
  () => true,
);
const [destination] = words;
if (destination === undefined || words.length > 1) {
  console.error("Name one folder, into which the tarballs go.");
  process.exit(2);
}

interface Manifest {
  version: string;
  repository?: unknown;
}

/** The tag of a package's release, such as \`fetch-v0.4.0\`. The workflow gives it. */
const tagOf = (folder: string, { version }: Manifest): string => `${basename(folder)}-v${version}`;

/** What a package lacks for its release. */
async function lacking(folder: string, manifest: Manifest, address: string): Promise<string[]> {
  const changelog = await readFile(join(root, folder, "CHANGELOG.md"), "utf8").catch(() => "");
  return [
    ...(changelog.includes(`\n## ${manifest.version}\n`) ? [] : [`${folder}/CHANGELOG.md has no ${manifest.version}.`]),
    ...(JSON.stringify(manifest.repository) === JSON.stringify(addressOf(address, folder).repository)
      ? []
      : [`${folder}/package.json does not have the address ${address}.`]),
  ];
}

try {
  const address = await readAddress(root);
  const tags = new Set((await git(root, "tag", "--list")).split("\n"));
  const all = await Promise.all(
    publishedPackages.map(async ({ folder }) => {
      const manifest: Manifest = JSON.parse(await readFile(join(root, folder, "package.json"), "utf8"));
      return { folder, manifest };
    }),
  );
  const due = all.filter(({ folder, manifest }) => !tags.has(tagOf(folder, manifest)));
  if (due.length === 0) throw new Error("Every version has a tag: there is nothing to publish.");
  const lacks = await Promise.all(due.map(({ folder, manifest }) => lacking(folder, manifest, address)));
  if (lacks.flat().length > 0)
    throw new Error(`${lacks.flat().join("\n")}\nRun \`pnpm exec node tools/src/release/version.ts\` first.`);

  const place = resolve(destination);
  await mkdir(place, { recursive: true });
  const sums: string[] = [];
  for (const { folder } of due) {
    const tarball = await pack(folder, place);
    const sum = createHash("sha256").update(await readFile(tarball));
    sums.push(`${sum.digest("hex")}  ${basename(tarball)}\n`);
  }
  const text = sums.sort((one, other) => (one.slice(64) < other.slice(64) ? -1 : 1)).join("");
  await writeFile(join(place, "sums.txt"), text);
  process.stdout.write(text);
} catch (error) {
  console.error(`Nothing can be published: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}
