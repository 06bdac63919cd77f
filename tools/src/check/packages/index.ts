/**
 * The `check` script of a package, in its folder: packs it as for publishing, and inspects the tarball with publint, attw and checks of
 * our own.
 */
import { existsSync, globSync, readFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { createRequire } from "node:module";
import { join, relative, sep } from "node:path";
import { root } from "../../shared/repository.ts";
import { makeFolder, pack } from "../support/packed.ts";
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

/** What programs import by a name of their own package, such as `#kit/screen`, and what is not there. */
const unresolved = (folder: string): string[] =>
  globSync("dist/**/*.js", { cwd: folder }).flatMap((file) => {
    const { resolve } = createRequire(join(folder, file));
    const names = [...readFileSync(join(folder, file), "utf8").matchAll(/(?:from |import\()"(#[^"]+)"/g)];
    return names.flatMap(([, name = ""]) => {
      try {
        resolve(name);
        return [];
      } catch {
        return [`${file} imports ${name}, which is not there.`];
      }
    });
  });

/** The files of a package that cannot be imported by their names. Its manifest and what every package has are not meant to be. */
function notExported(folder: string, name: string): string[] {
  const { resolve } = createRequire(join(folder, "package.json"));
  return globSync("**/*.*", { cwd: folder }).filter((file) => {
    if (["package.json", "README.md", "CHANGELOG.md"].includes(file)) return false;
    try {
      return resolve(`${name}/${file}`) !== join(folder, file);
    } catch {
      return true;
    }
  });
}

const folder = relative(root, process.cwd()).replaceAll(sep, "/");
const place = await makeFolder("packages");
const tarball = await pack(folder, place);
const unpacked = join(place, "unpacked");
await mkdir(unpacked);
await run("tar", ["-xzf", tarball, "-C", unpacked, "--strip-components=1"]);
const files = globSync("**", { cwd: unpacked });
const manifest = readJson(unpacked, "package.json");
const { name, keywords, license, sideEffects } = manifest;
const complaints = [
  ...["LICENSE", "README.md"].filter((file) => !files.includes(file)).map((file) => `${file} is missing.`),
  ...files.filter((file) => unwanted.test(`${folder}/${file}`)).map((file) => `${file} is of no use to a user.`),
  ...unmapped(unpacked).map((file) => `${file} has no map with the text of its source.`),
  ...unresolved(unpacked),
  ...(name === "@court-register/specs" ? notExported(unpacked, name) : []).map((file) => `${file} is not exported.`),
  ...(Array.isArray(keywords) && keywords.length > 0 ? [] : ["package.json has no keywords."]),
  // What development alone needs is of no use to a user, and scanners take it for dependencies: see .pnpmfile.cjs.
  ...["devDependencies", "scripts"].filter((part) => part in manifest).map((part) => `package.json has ${part}.`),
  ...(JSON.stringify(manifest).includes("@court-register/source") ? ["package.json leads to sources."] : []),
  ...(license === "Apache-2.0" ? [] : ["package.json has another license."]),
  // Programs have side effects, and list themselves; everything else can be tree-shaken.
  ...(sideEffects === false || Array.isArray(sideEffects) ? [] : ["package.json does not list what has side effects."]),
];
const options = { preferLocal: true, localDir: join(root, "tools"), timeout: 300_000 };
const tools: [program: string, ...args: string[]][] = [
  ["publint", "run", tarball, "--strict"],
  ["attw", tarball, "--profile", "esm-only", "--no-emoji", "--no-color"],
];
for (const [program, ...args] of tools)
  await run(program, args, options).catch((error: Error) => void complaints.push(error.message));
for (const complaint of complaints) console.error(complaint);
if (complaints.length > 0) process.exitCode = 1;
