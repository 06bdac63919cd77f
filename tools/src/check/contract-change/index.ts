/**
 * `pnpm check:contract-change`: in a copy of the repository, the contract changes as a maintainer would change it. After `pnpm generate`
 * the tests must pass there, although nothing else was edited by hand.
 */
import { existsSync } from "node:fs";
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { javaMissing } from "../../generate/rest/java.ts";
import { readArguments } from "../../shared/arguments.ts";
import { endWithLauncher } from "../../shared/end-with-launcher.ts";
import { git, needsGit } from "../../shared/git.ts";
import { root } from "../../shared/repository.ts";
import { makeFolder } from "../support/packed.ts";
import { run } from "../support/process.ts";
import { line, status } from "../support/terminal.ts";
import { changes } from "./changes.ts";

const names = changes.map(({ name }) => name);
const { words } = await readArguments(
  `pnpm check:contract-change [CHANGE …]

Changes the contract in a copy of the repository, then lints and generates there, and runs the tests that read the contract.
The changes are ${names.join(", ")}: without arguments, all of them at once. Needs Java 11 or newer, as generation does.

Exit code 0: the tests pass after the change, or there is no Java. 1: they do not.
`,
  {},
  (word) => names.includes(word),
);
endWithLauncher();

/** Tests of the tools that read the real contract: the others have a fixed one, or none, and no change can break them. */
const concerned = ["src/start", "test/clients", "test/declarations", "test/new-operation"];

/** What a maintainer runs after a change; the tests of the tools are run apart, because a part of them is enough. */
const steps: [name: string, folder: string, ...command: string[]][] = [
  ["check:specs", "", "pnpm", "check:specs"],
  ["generate", "", "pnpm", "generate"],
  ["test", "", "pnpm", "test", "--filter=./packages/*", "--filter=./conformance"],
  ["test of the tools", "tools", "pnpm", "exec", "vitest", "run", ...concerned],
];

/** Copies all files of the repository, including uncommitted ones, into one of its own, and installs the packages. */
async function copyRepository(): Promise<string> {
  const listed = await git(root, "ls-files", "-z", "--cached", "--others", "--exclude-standard").catch((error) => {
    console.error(needsGit("Git lists the files to copy", error));
    process.exit(1);
  });
  const folder = await makeFolder("contract-change");
  const files = listed.split("\0").filter((file) => file !== "" && existsSync(join(root, file)));
  for (const file of files) await cp(join(root, file), join(folder, file));
  await git(folder, "init", "-q", "-b", "main");
  await git(folder, "add", ".");
  await run("pnpm", ["install", "--frozen-lockfile", "--prefer-offline"], { cwd: folder, timeout: 600_000 });
  return folder;
}

/** Runs the steps. @returns the names of those that failed; after one that is no test, the others are not run. */
async function runSteps(folder: string): Promise<string[]> {
  const failed: string[] = [];
  for (const [name, place, program = "", ...args] of steps) {
    status(`${name} …`);
    try {
      await run(program, args, { cwd: join(folder, place), timeout: 1_800_000 });
      line(`ok    ${name}`);
    } catch (error) {
      line(`${error instanceof Error ? error.message : error}\nFAIL  ${name}`);
      failed.push(name);
      if (!name.startsWith("test")) break;
    }
  }
  return failed;
}

const noJava = javaMissing();
if (noJava !== undefined) console.log(`Not checked: ${noJava}`);
else {
  const started = Date.now();
  status("copying …");
  const folder = await copyRepository();
  const made = changes.filter(({ name }) => words.length === 0 || words.includes(name));
  for (const { name, about, make } of made) {
    await make(join(folder, "specs"));
    line(`made  ${name}: ${about}`);
  }
  const failed = await runSteps(folder);
  const seconds = Math.round((Date.now() - started) / 1_000);
  if (failed.length === 0) console.log(`\nAfter the change, everything passes without further edits (${seconds} s).`);
  else {
    console.error(`\nFailed after the change of the contract: ${failed.join(", ")} (${seconds} s).`);
    process.exitCode = 1;
  }
}
