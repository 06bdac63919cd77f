/**
 * `pnpm check:runtimes`: installs the packed packages as a user would, and runs the same scenario on every supported runtime.
 * Caches what it installs between runs; says which runtime and which package failed, and how.
 */
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { build } from "../../build/build.ts";
import { readArguments } from "../../shared/arguments.ts";
import { endWithLauncher } from "../../shared/end-with-launcher.ts";
import { type Failure, judge, show, summary } from "../support/judge.ts";
import { makeFolder, makeProject, type Packed, packAll } from "../support/packed.ts";
import { line, status } from "../support/terminal.ts";
import { type Browser, browserRuns, openBrowser } from "./browser.ts";
import { allRuntimes, clients, oldestAxios, type Workshop } from "./runtimes.ts";
import { placeScenario, startService } from "./scenario.ts";
import { installToolbox, workspaceVersion } from "./toolbox.ts";

/** Packs all packages and installs them in temporary projects. */
async function installPackages(folder: string): Promise<Workshop> {
  const workshop: Workshop = {
    clients: join(folder, "clients"),
    oldAxios: join(folder, "old-axios"),
    programs: join(folder, "programs"),
    empty: join(folder, "empty"),
    pages: join(folder, "pages"),
    key: `kljuc-${crypto.randomUUID()}`,
  };
  status("packing …");
  const all = await packAll();
  const isClient = ({ name }: Packed): boolean => clients.some((client) => name === `@court-register/${client}`);
  const clientTarballs = all.filter(isClient).map(({ path }) => path);
  // The mirror needs core and the fetch client.
  const isNeeded = (one: Packed): boolean => !isClient(one) || /\/(core|fetch)$/.test(one.name);
  const programTarballs = all.filter(isNeeded).map(({ path }) => path);
  status("installing the packages …");
  const latest = ["axios", "@types/node"].map((name) => `${name}@${workspaceVersion(name)}`);
  await makeProject(workshop.clients, [...clientTarballs, ...latest]);
  await makeProject(workshop.oldAxios, [...clientTarballs, `axios@${oldestAxios}`]);
  await makeProject(workshop.programs, programTarballs);
  return workshop;
}

/** Whether a word selects a runtime. */
const isCalled = (name: string, word: string): boolean => name.toLowerCase().includes(word.toLowerCase());

async function main(words: string[]): Promise<number> {
  const started = Date.now();
  await build();
  await installToolbox();
  const folder = await makeFolder("runtimes");
  const workshop = await installPackages(folder);

  await using service = await startService(join(folder, "data"), workshop.key);
  for (const project of [workshop.clients, workshop.oldAxios]) {
    await placeScenario(project, { url: service.url, key: workshop.key });
  }
  await using resources = new AsyncDisposableStack();
  let opening: Promise<Browser> | undefined;
  const browser = (): Promise<Browser> => {
    opening ??= openBrowser(workshop.pages).then((opened) => resources.use(opened));
    return opening;
  };

  const wanted = (name: string): boolean => words.length === 0 || words.some((word) => isCalled(name, word));
  const runtimes = allRuntimes(workshop, browser).filter(({ name }) => wanted(name));
  const failures: Failure[] = [];
  for await (const verdict of judge(runtimes, { key: workshop.key, folder, atOnce: availableParallelism(), status })) {
    line(show(verdict));
    failures.push(...verdict.failures);
  }

  if (!browserRuns) line("     Not tried here: Chromium, whose package is only for Linux on x64.");
  const seconds = Math.round((Date.now() - started) / 1_000);
  console.log(`\n${summary(`The packages work on all ${runtimes.length}`, runtimes.length, failures, seconds)}`);
  return failures.length === 0 ? 0 : 1;
}

/** The names are needed for the arguments, before anything is installed. */
const nowhere: Workshop = { clients: "", oldAxios: "", programs: "", empty: "", pages: "", key: "" };
const names = allRuntimes(nowhere, () => Promise.reject(new Error("There is no browser yet."))).map(({ name }) => name);
const { words } = await readArguments(
  `pnpm check:runtimes [NAME …]

Installs the packages as they would be published, and runs the same scenario on every supported runtime. What it
installs is cached. Part of a name is enough; without names, all are tried:
${names.map((name) => `  ${name}\n`).join("")}
Exit code 0: they work. 1: one does not.
`,
  {},
  (word) => names.some((name) => isCalled(name, word)),
);
endWithLauncher();
process.exitCode = await main(words);
