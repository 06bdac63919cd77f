/**
 * `pnpm check:postgres`: the proofs of the mirror on real servers, the newest and the oldest PostgreSQL that is supported. They are
 * programs inside npm packages, so that nothing but a package registry is needed.
 */
import { spawnSync } from "node:child_process";
import { styleText } from "node:util";
import { readArguments } from "../../shared/arguments.ts";
import { root } from "../../shared/repository.ts";
import { installPostgres, lines, programsOf } from "./programs.ts";

const { words } = await readArguments(
  `pnpm check:postgres [${lines.join("|")}]

Installs the newest and the oldest PostgreSQL that the mirror supports, and runs its tests on both, or on the named one.

Exit code 0: all passed. 1: a test did not.
`,
  {},
  (word) => lines.some((line) => line === word),
);

await installPostgres();
const failed: string[] = [];
for (const line of lines.filter((one) => words.length === 0 || words.includes(one))) {
  const { programs, version } = await programsOf(line);
  console.log(styleText("bold", `── PostgreSQL ${version} ──`));
  const { status } = spawnSync("pnpm", ["exec", "vitest", "run", "--config", "vitest.postgres.config.ts"], {
    cwd: `${root}/packages/mirror`,
    stdio: "inherit",
    env: { ...process.env, COURT_REGISTER_TEST_POSTGRES_PROGRAMS: programs },
  });
  if (status !== 0) failed.push(version);
}
if (failed.length > 0) {
  console.error(`\nFailed on PostgreSQL ${failed.join(" and ")}.`);
  process.exitCode = 1;
}
