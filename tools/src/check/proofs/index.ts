/** `pnpm check:proofs`: the proofs that take too long for each `pnpm test`, which tries a sample of them. */
import type { Vitest } from "vitest/node";
import { readArguments } from "../../shared/arguments.ts";
import { endWithLauncher } from "../../shared/end-with-launcher.ts";
import { shareCompiled } from "../../test/compiled.ts";
import { conclude, countRuns } from "../../test/count.ts";
import { installPostgres, testBy, testOnPostgres } from "../postgres/programs.ts";

/** Of the mirror, what has proofs. */
const mirrorProofs = [
  ...["cases-weeks", "changes", "days", "export", "export-folder", "hearings", "kills", "laws", "planted-bugs"],
  ...["search", "told", "unknown-fields", "upgrade", "verify"],
].map((name) => `test/${name}.test.ts`);

/** Runs all that these files of a package try a sample of. */
async function inFull(folder: string, files: readonly string[]): Promise<Vitest> {
  process.env.COURT_REGISTER_PROOFS = "full";
  return await testBy(`${folder}/vitest.config.ts`, files);
}

const targets: Record<string, () => Promise<Vitest>> = {
  fetch: () => inFull("packages/fetch", ["test/client.test.ts"]),
  axios: () => inFull("packages/axios", ["test/client.test.ts"]),
  suite: () => inFull("conformance", ["test/unusual.test.ts"]),
  sqlite: () => inFull("packages/mirror", mirrorProofs),
  postgresql: async () => {
    await installPostgres();
    return await testOnPostgres("newest", "sample");
  },
};

const { words } = await readArguments(
  `pnpm check:proofs [${Object.keys(targets).join("|")}]

Runs in full the proofs of the mirror of which pnpm test tries a tenth: kills at every commit and at a hundred random moments, 300 sequences
of days, every planted bug; and all its tests once on the newest PostgreSQL, which it installs, with a sample of these proofs, which
pnpm check:postgres runs there in full. And the conformance suite judges services that keep the contract in an unusual way by all
operations, and the clients walk through 250 services, of which pnpm test tries some. Some 5 minutes on two processors. The last line
counts the tests.

  fetch       the tests of that client with all walks
  axios       the tests of that client with all walks
  suite       the conformance suite's proofs alone
  sqlite      the proofs of the mirror in full, on files
  postgresql  the tests on PostgreSQL, with a sample of the proofs

Exit code 0: all passed. 1: a test did not.
`,
  {},
  (word) => Object.hasOwn(targets, word),
);
endWithLauncher();
shareCompiled();
const runs: Vitest[] = [];
for (const [name, prove] of Object.entries(targets))
  if (words.length === 0 || words.includes(name)) runs.push(await prove());
process.exitCode = conclude(await countRuns(runs, false));
