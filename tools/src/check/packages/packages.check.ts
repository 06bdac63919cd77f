/** The packages as they would be published: each tarball is inspected with publint, attw and checks of our own. */
import { existsSync, globSync, readFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { beforeAll, describe, expect, test } from "vitest";
import { addressOf, readAddress } from "../../release/address.ts";
import { publishedPackages, root } from "../../shared/repository.ts";
import { makeFolder, type Packed, packAll } from "../support/packed.ts";
import { run } from "../support/process.ts";

/** What no tarball may contain, because no user needs it. Those of the specs are no programs to copy, but what they are made of. */
const unwanted = /\.(test|spec)(-d)?\.|\/(src|test|reports)\/|(?<!specs)\/examples\//;

const readJson = (...path: string[]): object => JSON.parse(readFileSync(join(...path), "utf8"));

/** What a debugger would miss: the map of a program, or the text of a source, which is in its map or beside it. */
function missingSources(folder: string): string[] {
  const programs = globSync("dist/**/*.js", { cwd: folder }).flatMap((file) => {
    const [, map] = /^\/\/# sourceMappingURL=(\S+)\s*$/m.exec(readFileSync(join(folder, file), "utf8")) ?? [];
    return map !== undefined && existsSync(join(folder, dirname(file), map)) ? [] : [`the map of ${file}`];
  });
  const sources = globSync("dist/**/*.map", { cwd: folder }).flatMap((file) => {
    const { sources = [], sourcesContent = [] }: { sources?: string[]; sourcesContent?: (string | null)[] } = readJson(
      folder,
      file,
    );
    if (sources.length === 0) return [`the sources of ${file}`];
    return sources
      .filter((source, index) => sourcesContent[index] == null && !existsSync(join(folder, dirname(file), source)))
      .map((source) => `${source} of ${file}`);
  });
  return [...programs, ...sources];
}

/** The files of a package that cannot be imported by their names. Its manifest and what every package has are not meant to be. */
function notExported(folder: string, name: string): string[] {
  const { resolve } = createRequire(join(folder, "package.json"));
  return globSync("**/*.*", { cwd: folder }).filter((file) => {
    if (["package.json", "README.md"].includes(file)) return false;
    try {
      return resolve(`${name}/${file}`) !== join(folder, file);
    } catch {
      return true;
    }
  });
}

/** What the project's address lacks before a release; it matters for nothing else. */
async function addressWarning(): Promise<string | undefined> {
  const address = await readAddress(root);
  if (address === undefined)
    return 'the project\'s public address is not set: put its URL as "repository" into package.json at the root.';
  const isCarried = publishedPackages.every(({ folder }) => {
    const manifest = readJson(root, folder, "package.json");
    return isDeepStrictEqual({ ...manifest, ...addressOf(address, folder) }, manifest);
  });
  return isCarried ? undefined : "the packages do not carry the project's address yet; the next release writes it.";
}

describe("packages", () => {
  let all: Packed[];
  let destination: string;
  beforeAll(async () => {
    destination = await makeFolder("packages");
    all = await packAll();
    const warning = await addressWarning();
    if (warning !== undefined) console.log(`warning: ${warning}`);
  }, 300_000);

  test.each(publishedPackages.map((one) => ({ ...one, base: basename(one.folder) })))(
    "$base",
    async ({ name, folder }) => {
      const tarball = all.find((one) => one.name === name)?.path ?? "";
      const unpacked = join(destination, folder.replaceAll("/", "-"));
      await mkdir(unpacked);
      await run("tar", ["-xzf", tarball, "-C", unpacked, "--strip-components=1"]);
      const files = globSync("**", { cwd: unpacked });
      expect.soft(files).toEqual(expect.arrayContaining(["LICENSE", "README.md"]));
      expect.soft(files.filter((path) => unwanted.test(`${folder}/${path}`))).toEqual([]);
      expect.soft(readJson(unpacked, "package.json")).toMatchObject({
        keywords: expect.arrayContaining([expect.any(String)]),
        license: "Apache-2.0",
        // Programs have side effects, and list themselves; everything else can be tree-shaken.
        sideEffects: expect.toSatisfy((value) => value === false || Array.isArray(value)),
      });
      expect.soft(missingSources(unpacked)).toEqual([]);
      if (name === "@court-register/specs") expect.soft(notExported(unpacked, name)).toEqual([]);
      const options = { preferLocal: true, localDir: join(root, "tools"), timeout: 300_000 };
      await run("publint", ["run", tarball, "--strict"], options);
      await run("attw", [tarball, "--profile", "esm-only", "--no-emoji", "--no-color"], options);
    },
  );
});
