/** Checks each document: its links resolve, its TypeScript blocks compile, and all blocks run. README.md here has the rules. */
import { existsSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { afterAll, beforeAll, describe, test } from "vitest";
import { GitError, git, needsGit } from "../../shared/git.ts";
import { publishedPackages, root } from "../../shared/repository.ts";
import { readText } from "../../specs/files.ts";
import { workspaceVersion } from "../runtimes/toolbox.ts";
import { makeFolder, makeProject } from "../support/packed.ts";
import { startRegistry } from "../support/registry.ts";
import { startGenerated } from "../support/service.ts";
import { askServers, makeCopy } from "./assistants.ts";
import { sortBlocks } from "./blocks.ts";
import {
  type Document,
  findBrokenLinks,
  findOtherSpellings,
  findWrongExcerpts,
  type Mistake,
  readDocument,
} from "./document.ts";
import { type Environment, runChain } from "./shell.ts";
import { compile, type Module, runModule } from "./typescript.ts";

/** All files of the repository, including uncommitted ones. */
async function listFiles(): Promise<string[]> {
  try {
    const listed = await git(root, "ls-files", "-z", "--cached", "--others", "--exclude-standard");
    return listed.split("\0").filter((file) => file !== "" && existsSync(join(root, file)));
  } catch (error) {
    if (error instanceof GitError) throw new Error(needsGit("Git lists the documents", error));
    throw error;
  }
}

const files = new Set(await listFiles());
const documents = new Map<string, Document>();
for (const file of [...files].filter((one) => one.endsWith(".md")).sort())
  documents.set(file, readDocument(file, readFileSync(join(root, file), "utf8")));
/** Those for maintainers name scripts of the workspace; a project with versions of its own runs its own commands. */
const isGuide = (file: string): boolean =>
  !/^(CONTRIBUTING\.md|tools\/|\.changeset\/)|CHANGELOG\.md$/.test(file) &&
  !files.has(posix.join(posix.dirname(file), "package-lock.json"));
const read = (file: string): Document => documents.get(file) ?? readDocument(file, "");
const sorted = [...documents.values()].map((document) => ({ document, ...sortBlocks(document.blocks) }));

/** What a user installs who has all packages, and what the documents use with them. */
const everything = (): string[] => [
  ...publishedPackages.map(({ name }) => name),
  ...["axios", "@types/node"].map((name) => `${name}@${workspaceVersion(name)}`),
];

describe("docs", () => {
  const resources = new AsyncDisposableStack();
  let environment: Environment;
  let copy = "";
  let modules: Module[];
  let mistakes: Mistake[];

  beforeAll(async () => {
    const folder = await makeFolder("docs");
    const registry = resources.use(await startRegistry(folder));
    const service = resources.use(await startGenerated(`kljuc-${crypto.randomUUID()}`));
    const project = join(folder, "project");
    environment = { folder, registry, service, commands: join(project, "node_modules/.bin") };
    copy = await makeCopy(join(folder, "register.sqlite"), environment);
    await makeProject(project, everything(), registry);
    const chains = sorted.flatMap(({ compiled }) => compiled);
    const compiled = await compile(chains, join(project, "blocks"), service);
    modules = compiled.modules;
    mistakes = compiled.mistakes;
  }, 600_000);
  afterAll(() => resources.disposeAsync());

  for (const { document, compiled, run, assistants, unchecked, mistakes: marks } of sorted)
    test.concurrent(document.file, async () => {
      const { file } = document;
      const found = mistakes.filter((mistake) => mistake.file === file);
      if (found.length === 0)
        for (const chain of compiled)
          for (const module of modules.filter((one) => one.chain === chain))
            found.push(...(await runModule(module, environment.service)));
      found.push(...document.mistakes, ...marks, ...findBrokenLinks(document, files, read));
      found.push(...findWrongExcerpts(document, (path) => (files.has(path) ? readText(join(root, path)) : undefined)));
      if (isGuide(file)) found.push(...findOtherSpellings(file, readFileSync(join(root, file), "utf8")));
      for (const chain of run) found.push(...(await runChain(chain, crypto.randomUUID(), environment)));
      for (const block of assistants) found.push(...(await askServers(block, crypto.randomUUID(), copy, environment)));
      for (const { line, notChecked, notRun } of unchecked)
        console.log(`${file}:${line} is not checked: ${notChecked ?? `it is only compiled, because ${notRun}`}`);
      if (found.length > 0) throw new Error(found.map(({ line, what }) => `${file}:${line}: ${what}`).join("\n\n"));
    });
});
