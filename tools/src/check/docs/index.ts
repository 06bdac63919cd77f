/**
 * `pnpm check:docs`: checks that all links in the documents resolve, all TypeScript blocks compile, and all blocks run.
 * tools/src/check/docs/README.md has the rules.
 */
import { existsSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { build } from "../../build/build.ts";
import { readArguments } from "../../shared/arguments.ts";
import { endWithLauncher } from "../../shared/end-with-launcher.ts";
import { git, needsGit } from "../../shared/git.ts";
import { publishedPackages } from "../../shared/published-packages.ts";
import { root } from "../../shared/repository.ts";
import { workspaceVersion } from "../runtimes/toolbox.ts";
import { makeFolder, makeProject } from "../support/packed.ts";
import { startRegistry } from "../support/registry.ts";
import { startGenerated } from "../support/service.ts";
import { line, status } from "../support/terminal.ts";
import { type Sorted, sortBlocks } from "./blocks.ts";
import { type Block, type Document, type Finding, readDocument } from "./document.ts";
import { findBrokenLinks } from "./links.ts";
import { runChain } from "./shell.ts";
import { tryModules } from "./typescript.ts";

/** All files of the repository, including uncommitted ones. Without git, ends the process. */
async function listFiles(): Promise<string[]> {
  const listed = await git(root, "ls-files", "-z", "--cached", "--others", "--exclude-standard").catch((error) => {
    console.error(needsGit("Git lists the documents", error));
    process.exit(1);
  });
  return listed.split("\0").filter((file) => file !== "" && existsSync(join(root, file)));
}

/** Parsed documents, by path. */
const documents = new Map<string, Document>();
function read(file: string): Document {
  const known = documents.get(file) ?? readDocument(file, readFileSync(join(root, file), "utf8"));
  documents.set(file, known);
  return known;
}

/** Whether a word names this document, or a folder that it is in. */
const isCalled = (file: string, word: string): boolean =>
  file.endsWith(".md") && (file === word || file.startsWith(`${word.replace(/\/$/, "")}/`));

/** What a user installs who has all packages, and what the documents use with them. */
const everything = (): string[] => [
  ...publishedPackages.map(({ name }) => name),
  ...["axios", "@types/node"].map((name) => `${name}@${workspaceVersion(name)}`),
];

/** Compiles and runs the blocks. */
async function tryBlocks({ compiled, run: shell }: Sorted): Promise<Finding[]> {
  if (compiled.length + shell.length === 0) return [];
  await build();
  const folder = await makeFolder("docs");
  status("packing …");
  await using registry = await startRegistry(folder);
  const key = `kljuc-${crypto.randomUUID()}`;
  await using service = await startGenerated(key);
  const findings: Finding[] = [];
  if (compiled.length > 0) {
    status("installing the packages …");
    const project = join(folder, "project");
    await makeProject(project, everything(), registry);
    status(`compiling and running ${compiled.length} modules …`);
    findings.push(...(await tryModules(compiled, project, service)));
    line(`${count(compiled.length, "module")} compiled and run.`);
  }
  const queue = shell.entries();
  const work = async (): Promise<void> => {
    for (const [index, chain] of queue) {
      for (const { file, line: at, text } of chain) line(`runs ${file}:${at}  ${text.split("\n")[0]}`);
      findings.push(...(await runChain(chain, `shell-${index}`, { folder, registry, service })));
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return findings;
}

const count = (number: number, word: string): string => `${number} ${word}${number === 1 ? "" : "s"}`;

function printUnchecked(blocks: readonly Block[]): void {
  if (blocks.length === 0) return;
  console.log(`\nNot checked, ${count(blocks.length, "block")}:`);
  for (const { file, line: at, notChecked, notRun } of blocks)
    console.log(`  ${file}:${at}  ${notChecked ?? `only compiled: ${notRun}`}`);
}

async function main(files: string[], words: string[]): Promise<number> {
  const started = Date.now();
  const wanted = (file: string): boolean => words.length === 0 || words.some((word) => isCalled(file, word));
  const chosen = files.filter((file) => file.endsWith(".md") && wanted(file)).map(read);
  const all = new Set(files);
  const sorted: Sorted = { compiled: [], run: [], unchecked: [], findings: [] };
  for (const document of chosen) {
    sorted.findings.push(...document.findings, ...findBrokenLinks(document, all, read));
    const { compiled, run: shell, unchecked, findings } = sortBlocks(document.blocks);
    sorted.compiled.push(...compiled);
    sorted.run.push(...shell);
    sorted.unchecked.push(...unchecked);
    sorted.findings.push(...findings);
  }
  const links = chosen.reduce((sum, document) => sum + document.links.length, 0);
  line(`${count(links, "link")} in ${count(chosen.length, "document")}.`);
  const findings = [...sorted.findings, ...(await tryBlocks(sorted))];
  printUnchecked(sorted.unchecked);
  const seconds = Math.round((Date.now() - started) / 1_000);
  for (const { file, line: at, what } of findings) console.error(`\n${file}:${at}: ${what}`);
  console.log(
    `\n${findings.length === 0 ? "All documents are fine" : count(findings.length, "finding")} (${seconds} s).`,
  );
  return findings.length === 0 ? 0 : 1;
}

const files = await listFiles();
const { words } = await readArguments(
  `pnpm check:docs [FILE or FOLDER …]

Checks that all links resolve, all TypeScript blocks compile, and all blocks run, in the given documents or in all.
tools/src/check/docs/README.md has the rules.

Exit code 0: nothing is wrong. 1: something is.
`,
  {},
  (word) => files.some((file) => isCalled(file, word)),
);
endWithLauncher();
process.exitCode = await main(files, words);
