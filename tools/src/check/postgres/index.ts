/**
 * `pnpm check:postgres`: the proofs of the mirror on real servers, the newest and the oldest PostgreSQL that is supported. They are
 * programs inside npm packages, so that nothing but a package registry is needed.
 */
import type { Vitest } from "vitest/node";
import { readArguments } from "../../shared/arguments.ts";
import { endWithLauncher } from "../../shared/end-with-launcher.ts";
import { shareCompiled } from "../../test/compiled.ts";
import { conclude, countRuns } from "../../test/count.ts";
import { installPostgres, lines, testOnPostgres } from "./programs.ts";

const { words } = await readArguments(
  `pnpm check:postgres [${lines.join("|")}]

Installs the newest and the oldest PostgreSQL that the mirror supports, and runs its tests on both, or on the named one, with every proof
in full: some 6 minutes each. The last line counts the tests.

Exit code 0: all passed. 1: a test did not.
`,
  {},
  (word) => lines.some((line) => line === word),
);

endWithLauncher();
shareCompiled();
await installPostgres();
const runs: Vitest[] = [];
for (const line of lines) if (words.length === 0 || words.includes(line)) runs.push(await testOnPostgres(line, "full"));
process.exitCode = conclude(await countRuns(runs, false));
