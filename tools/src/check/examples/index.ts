/**
 * `pnpm check:examples`: each example is copied, installed with the packed packages, and does what its README says against a
 * reference server. `pnpm check:examples parquet` tries those alone whose name has that in it.
 */
import { availableParallelism } from "node:os";
import { endWithLauncher } from "../../end-with-launcher.ts";
import { root } from "../../repository.ts";
import { build } from "../../turbo.ts";
import { type Failure, judge, show, summary } from "../support/judge.ts";
import { makeFolder } from "../support/packed.ts";
import { startRegistry } from "../support/registry.ts";
import { line, status } from "../support/terminal.ts";
import { companyLookUp } from "./company-look-up.ts";
import { courtCases } from "./court-cases.ts";
import { parquetExport } from "./parquet-export.ts";
import { githubWorkflow, gitlabJob } from "./pipelines.ts";

async function main(): Promise<number> {
  const started = Date.now();
  await build();
  const folder = await makeFolder("examples");
  status("packing …");
  await using registry = await startRegistry(folder);
  const workshop = { folder, registry, key: `kljuc-${crypto.randomUUID()}` };
  await using resources = new AsyncDisposableStack();
  const all = await Promise.all(
    [companyLookUp, parquetExport, courtCases, githubWorkflow, gitlabJob].map((make) => make(workshop, resources)),
  );
  const words = process.argv.slice(2);
  const trials = all.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));
  if (trials.length === 0) throw new Error(`No example is called ${words.join(" or ")}.`);
  const failures: Failure[] = [];
  for await (const verdict of judge(trials, { key: workshop.key, folder, atOnce: availableParallelism(), status })) {
    line(show(verdict));
    failures.push(...verdict.failures);
  }
  const seconds = Math.round((Date.now() - started) / 1_000);
  console.log(`\n${summary(`All ${trials.length} examples work`, trials.length, failures, seconds)}`);
  return failures.length === 0 ? 0 : 1;
}

endWithLauncher();
process.chdir(root);
process.exitCode = await main();
