/** Checks the packages as they would be published: packs them, and inspects each tarball with publint, attw and checks of our own. */
import { mkdir, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { addressOf, readAddress } from "../../release/address.ts";
import { publishedPackages } from "../../shared/published-packages.ts";
import { root } from "../../shared/repository.ts";
import { makeFolder, type Packed, packAll } from "../support/packed.ts";
import { run } from "../support/process.ts";
import { brokenSourceMaps } from "./source-maps.ts";

/** A warning about the project's address: it matters only for a release. */
async function addressWarning(): Promise<string | undefined> {
  const address = await readAddress(root);
  if (address === undefined)
    return 'the project\'s public address is not set: put its URL as "repository" into package.json at the root.';
  const manifests = await Promise.all(
    publishedPackages.map(({ folder }) => readFile(join(root, folder, "package.json"), "utf8")),
  );
  const carried = publishedPackages.every(({ folder }, index) => {
    const manifest: object = JSON.parse(manifests[index] ?? "{}");
    return isDeepStrictEqual({ ...manifest, ...addressOf(address, folder) }, manifest);
  });
  return carried ? undefined : "the packages do not carry the project's address yet; the next release writes it.";
}

/** What no tarball may contain. */
const unwanted = /\.(test|spec)(-d)?\.|\/(src|test|examples|reports)\//;

interface Manifest {
  keywords?: string[];
  license?: string;
  sideEffects?: unknown;
}

/** @returns what is wrong with the package, one line each. `destination` is where it is unpacked. */
async function findings({ folder, path: tarball }: Packed, destination: string): Promise<string[]> {
  const unpacked = join(destination, folder.replaceAll("/", "-"));
  await mkdir(unpacked);
  await run("tar", ["-xzf", tarball, "-C", unpacked, "--strip-components=1"], { cwd: root });
  const files = await readdir(unpacked, { recursive: true });
  const problems = files
    .filter((path) => unwanted.test(`/${path}`))
    .map((path) => `holds ${path}, which no user needs`);
  for (const file of ["LICENSE", "README.md"]) if (!files.includes(file)) problems.push(`has no ${file}`);
  const {
    keywords = [],
    license,
    sideEffects,
  }: Manifest = JSON.parse(await readFile(join(root, folder, "package.json"), "utf8"));
  if (keywords.length === 0) problems.push("has no keywords");
  if (license !== "Apache-2.0") problems.push(`says that its license is ${license}, not Apache-2.0`);
  // Programs have side effects, and list themselves; everything else can be tree-shaken.
  if (sideEffects !== false && !Array.isArray(sideEffects)) problems.push("does not say which files have side effects");

  problems.push(...(await brokenSourceMaps(unpacked)));

  const judges: [string, string[]][] = [
    ["publint", ["run", tarball, "--strict"]],
    ["attw", [tarball, "--profile", "esm-only", "--no-emoji", "--no-color"]],
  ];
  for (const [program, args] of judges) {
    try {
      await run(program, args, { cwd: root, timeout: 300_000 });
    } catch (error) {
      problems.push(`${program}: ${error instanceof Error ? error.message : error}`);
    }
  }
  return problems;
}

const warning = await addressWarning();
if (warning !== undefined) console.log(`warning: ${warning}`);

const destination = await makeFolder("packages");
for (const one of await packAll()) {
  const problems = await findings(one, destination);
  console.log(`${one.folder}: ${problems.length === 0 ? "ready to publish" : ""}`);
  for (const problem of problems) console.log(`  ${problem}`);
  if (problems.length > 0) process.exitCode = 1;
}
