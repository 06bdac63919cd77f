/** The packages as they would be published: each tarball is inspected with publint, attw and checks of our own. */
import { existsSync, globSync, readFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { publishedPackages, root } from "../../shared/repository.ts";
import { makeFolder, type Packed, packAll } from "../support/packed.ts";
import { run } from "../support/process.ts";

/** What no tarball may contain, because no user needs it. Those of the specs are no programs to copy, but what they are made of. */
const unwanted = /\.(test|spec)(-d)?\.|\/(src|test|reports)\/|(?<!specs)\/examples\//;

const readJson = (...path: string[]): { [key: string]: unknown } => JSON.parse(readFileSync(join(...path), "utf8"));

/** The programs without a map that has the text of their sources, which a debugger would miss. */
const unmapped = (folder: string): string[] =>
  globSync("dist/**/*.js", { cwd: folder }).filter((file) => {
    const { sourcesContent } = existsSync(join(folder, `${file}.map`)) ? readJson(folder, `${file}.map`) : {};
    return !Array.isArray(sourcesContent) || sourcesContent.some((text) => typeof text !== "string");
  });

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

describe("packages", () => {
  let all: Packed[];
  let destination: string;
  beforeAll(async () => {
    destination = await makeFolder("packages");
    all = await packAll();
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
      expect.soft(unmapped(unpacked)).toEqual([]);
      if (name === "@court-register/specs") expect.soft(notExported(unpacked, name)).toEqual([]);
      const options = { preferLocal: true, localDir: join(root, "tools"), timeout: 300_000 };
      await run("publint", ["run", tarball, "--strict"], options);
      await run("attw", [tarball, "--profile", "esm-only", "--no-emoji", "--no-color"], options);
    },
  );
});
