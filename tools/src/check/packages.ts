/** Judges the packages as they would be published: each is packed, and its tarball looked at by publint, attw and us. */
import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { packages } from "../compatibility/changesets.ts";
import { addressOf, readAddress } from "../release/address.ts";
import { root } from "../repository.ts";
import { brokenSourceMaps } from "./source-maps.ts";

/** What is not ready for a release about the project's address, and does not matter before. */
async function addressWarning(): Promise<string | undefined> {
  const address = await readAddress(root);
  if (address === undefined)
    return 'the project\'s public address is not set: put its URL as "repository" into package.json at the root.';
  const manifests = await Promise.all(
    packages.map(({ folder }) => readFile(join(root, folder, "package.json"), "utf8")),
  );
  const carried = packages.every(({ folder }, index) => {
    const manifest: object = JSON.parse(manifests[index] ?? "{}");
    return isDeepStrictEqual({ ...manifest, ...addressOf(address, folder) }, manifest);
  });
  return carried ? undefined : "the packages do not carry the project's address yet; the next release writes it.";
}

/** What no tarball may hold. */
const unwanted = /\.(test|spec)(-d)?\.|\/(src|test|examples|reports)\//;

interface Manifest {
  keywords?: string[];
  license?: string;
  sideEffects?: unknown;
}

interface Tarball {
  filename: string;
  files: { path: string }[];
}

/** Runs a program and gives its output; the output of one that fails is the message of the error. */
function run(program: string, args: string[], folder = root): string {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: folder, encoding: "utf8" });
  if (status !== 0) throw new Error(`${program} ${args.join(" ")}\n${stdout}${stderr}`);
  return stdout;
}

/** Packs the package and says what is wrong with it, a line a finding. */
async function findings(folder: string, destination: string): Promise<string[]> {
  const tarball: Tarball = JSON.parse(
    run("pnpm", ["pack", "--json", "--pack-destination", destination], join(root, folder)),
  );
  const paths = tarball.files.map(({ path }) => path);
  const problems = paths
    .filter((path) => unwanted.test(`/${path}`))
    .map((path) => `holds ${path}, which no user needs`);
  for (const file of ["LICENSE", "README.md"]) if (!paths.includes(file)) problems.push(`holds no ${file}`);
  const {
    keywords = [],
    license,
    sideEffects,
  }: Manifest = JSON.parse(await readFile(join(root, folder, "package.json"), "utf8"));
  if (keywords.length === 0) problems.push("has no keywords");
  if (license !== "Apache-2.0") problems.push(`says that its license is ${license}, not Apache-2.0`);
  // Programs have effects, and name themselves; everything else may be left out of a bundle.
  if (sideEffects !== false && !Array.isArray(sideEffects)) problems.push("does not say which files have side effects");

  const unpacked = join(destination, folder.replaceAll("/", "-"));
  await mkdir(unpacked);
  run("tar", ["-xzf", tarball.filename, "-C", unpacked]);
  problems.push(...(await brokenSourceMaps(join(unpacked, "package"))));

  const judges: [string, string[]][] = [
    ["publint", ["run", tarball.filename, "--strict"]],
    ["attw", [tarball.filename, "--profile", "esm-only", "--no-emoji", "--no-color"]],
  ];
  for (const [program, args] of judges) {
    try {
      run(program, args);
    } catch (error) {
      problems.push(String(error));
    }
  }
  return problems;
}

const warning = await addressWarning();
if (warning !== undefined) console.log(`warning: ${warning}`);

const destination = await mkdtemp(join(tmpdir(), "court-register-packages-"));
try {
  for (const { folder } of packages) {
    const problems = await findings(folder, destination);
    console.log(`${folder}: ${problems.length === 0 ? "ready to publish" : ""}`);
    for (const problem of problems) console.log(`  ${problem}`);
    if (problems.length > 0) process.exitCode = 1;
  }
} finally {
  await rm(destination, { recursive: true });
}
