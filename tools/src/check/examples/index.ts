/**
 * `pnpm check:examples`: copies each example, installs it with the packed packages, and checks that it does what its README says
 * against a reference server. `pnpm check:examples company` runs only examples with that in their name.
 */
import { glob } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { dirname } from "node:path";
import { build } from "../../build/build.ts";
import { readArguments } from "../../shared/arguments.ts";
import { endWithLauncher } from "../../shared/end-with-launcher.ts";
import { root } from "../../shared/repository.ts";
import { type Failure, judge, show, summary, type Trial } from "../support/judge.ts";
import { makeFolder } from "../support/packed.ts";
import { startRegistry } from "../support/registry.ts";
import { line, status } from "../support/terminal.ts";
import { companyLookUp } from "./company-look-up.ts";
import { courtCases } from "./court-cases.ts";
import { githubWorkflow, gitlabJob } from "./pipelines.ts";
import { watch } from "./watch.ts";

const examples: string[] = [];
for await (const file of glob("{packages/*,conformance}/examples/*/README.md", { cwd: root }))
  examples.push(dirname(file));

/** Examples that a check of their own tries, because of what it installs. */
const triedElsewhere = ["packages/mirror/examples/spark"];

/** Makes sure that no example is left out. */
function expectAllTried(trials: readonly Trial[]): void {
  const names = new Set([...trials.map(({ name }) => name), ...triedElsewhere]);
  for (const name of examples) if (!names.has(name)) throw new Error(`${name} is an example that no trial covers.`);
}

async function main(words: string[]): Promise<number> {
  const started = Date.now();
  await build();
  const folder = await makeFolder("examples");
  status("packing …");
  await using registry = await startRegistry(folder);
  const workshop = { folder, registry, key: `kljuc-${crypto.randomUUID()}` };
  await using resources = new AsyncDisposableStack();
  const all = await Promise.all(
    [companyLookUp, courtCases, githubWorkflow, gitlabJob, watch].map((make) => make(workshop, resources)),
  );
  expectAllTried(all);
  const trials = all.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));
  const failures: Failure[] = [];
  for await (const verdict of judge(trials, { key: workshop.key, folder, atOnce: availableParallelism(), status })) {
    line(show(verdict));
    failures.push(...verdict.failures);
  }
  const seconds = Math.round((Date.now() - started) / 1_000);
  line("packages/mirror/examples/spark is tried by pnpm check:spark.");
  console.log(`\n${summary(`All ${trials.length} examples work`, trials.length, failures, seconds)}`);
  return failures.length === 0 ? 0 : 1;
}

const { words } = await readArguments(
  `pnpm check:examples [NAME …]

Copies each example, installs it with the packages as they would be published, and checks that it does what its README
says. Part of a name is enough; without names, all are tried:
${examples.map((name) => `  ${name}${triedElsewhere.includes(name) ? " (not here, but by pnpm check:spark)" : ""}\n`).join("")}
Exit code 0: they work. 1: one does not.
`,
  {},
  (word) => examples.some((name) => name.includes(word)),
);
endWithLauncher();
process.exitCode = await main(words);
