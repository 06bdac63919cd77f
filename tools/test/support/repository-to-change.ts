/** A repository with the specs for each test, to change and compare. */
import { cpSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { git } from "../../src/shared/git.ts";
import { publishedPackages } from "../../src/shared/repository.ts";
import { options, type Printed, specDiff } from "../../src/spec-diff/spec-diff.ts";
import { contractFolder } from "../contract/contract.ts";
import { editFile } from "./edits.ts";

/** The repository of the current test. */
export let root = "nowhere: makeRepositories() was not called";

/** The repository that each test gets a copy of. */
let made: string;

/** Gives each test of the file that calls it a repository. */
export function makeRepositories(): void {
  beforeAll(async () => {
    made = await mkdtemp(join(tmpdir(), "spec-diff-"));
    root = made;
    cpSync(join(contractFolder, "specs"), join(root, "specs"), { recursive: true });
    await setVersions("0.1.0");
    await git(root, "init", "-q", "-b", "main", "--template=");
    await save("The specs");
  });

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), "spec-diff-"));
    cpSync(made, root, { recursive: true });
  });

  afterEach(() => rm(root, { recursive: true }));
  afterAll(() => rm(made, { recursive: true }));
}

/** Gives every package a version, without a commit. */
async function setVersions(version: string): Promise<void> {
  for (const { name, folder } of publishedPackages) {
    const file = join(root, folder, "package.json");
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, JSON.stringify({ name, version }));
  }
}

/** Commits everything. */
export async function save(message: string): Promise<void> {
  await git(root, "add", ".");
  await git(root, "-c", "user.name=Test", "-c", "user.email=test@primjer.hr", "commit", "-q", "-m", message);
}

/** Replaces a text, which must be there. */
export const edit = (file: string, from: string, to: string): Promise<string> => editFile(join(root, file), from, to);

/** Runs `pnpm spec:diff` in a repository. */
export const runIn = (folder: string, ...args: string[]): Promise<Printed> =>
  specDiff(folder, parseArgs({ args, options }).values);

/** Runs it in the one of the current test, as GitHub Actions does. */
export const runOnGitHub = (...args: string[]): Promise<Printed> =>
  specDiff(root, parseArgs({ args, options }).values, true);

/** Runs it in the one of the current test. */
export const run = (...args: string[]): Promise<Printed> => runIn(root, ...args);

export const yaml = "specs/register.openapi.yaml";
/** A breaking change with a safe one: a field gets another name. */
export const removeYear = (): Promise<string> => edit(yaml, "        godina_izvjestaja:\n", "        godina:\n");
