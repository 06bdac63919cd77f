/** `pnpm check:proofs`: the proofs of the mirror that take too long for each `pnpm test`, which tries a sample of them. */
import { join } from "node:path";
import { startVitest, type Vitest } from "vitest/node";
import { readArguments } from "../../shared/arguments.ts";
import { endWithLauncher } from "../../shared/end-with-launcher.ts";
import { root } from "../../shared/repository.ts";
import { conclude } from "../../test/count.ts";
import { installPostgres, testOnPostgres } from "../postgres/programs.ts";

async function proveOnFiles(): Promise<Vitest> {
  const folder = join(root, "packages/mirror");
  const vitest = await startVitest("test", [], {
    root: folder,
    config: join(folder, "vitest.proofs.config.ts"),
    watch: false,
  });
  await vitest.close();
  return vitest;
}

async function proveOnServer(): Promise<Vitest> {
  await installPostgres();
  return await testOnPostgres("newest");
}

const targets: Record<string, () => Promise<Vitest>> = { sqlite: proveOnFiles, postgresql: proveOnServer };

const { words } = await readArguments(
  `pnpm check:proofs [${Object.keys(targets).join("|")}]

Runs in full the proofs of the mirror of which pnpm test tries a tenth: kills at every commit and at a hundred random moments, 300 sequences
of days, every planted bug; and all its tests once on the newest PostgreSQL, which it installs. Some 8 minutes on two processors. The last
line counts the tests.

  sqlite      the proofs on files alone
  postgresql  the tests on PostgreSQL alone

Exit code 0: all passed. 1: a test did not.
`,
  {},
  (word) => Object.hasOwn(targets, word),
);
endWithLauncher();
const runs: Vitest[] = [];
for (const [name, prove] of Object.entries(targets))
  if (words.length === 0 || words.includes(name)) runs.push(await prove());
process.exitCode = await conclude(runs, false);
