/**
 * `pnpm check:postgres`: the proofs of the mirror on real servers, the newest and the oldest PostgreSQL that is supported. They are
 * programs inside npm packages, so that nothing but a package registry is needed.
 */
import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, existsSync } from "node:fs";
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { styleText } from "node:util";
import { readArguments } from "../../shared/arguments.ts";
import { root } from "../../shared/repository.ts";
import { cache } from "../support/cache.ts";
import { makeFolder } from "../support/packed.ts";
import toolbox from "./toolbox/package.json" with { type: "json" };

const lines = ["newest", "oldest"] as const;

const { words } = readArguments(
  `pnpm check:postgres [${lines.join("|")}]

Installs the newest and the oldest PostgreSQL that the mirror supports, and runs its tests on them: both, or the one that is named.

Exit code 0: all passed. 1: a test did not.
`,
  {},
  (word) => lines.some((line) => line === word),
);

const folder = join(cache, "..", "court-register-postgres");

/** Installs the servers for this machine, into a folder that is kept between runs. */
async function install(): Promise<void> {
  await cp(new URL("toolbox/", import.meta.url), folder, { recursive: true });
  const { status } = spawnSync("pnpm", ["install", "--frozen-lockfile"], {
    cwd: folder,
    stdio: "inherit",
    env: { ...process.env, CI: "1" },
  });
  if (status !== 0) throw new Error("PostgreSQL could not be installed. What pnpm says above is the reason.");
}

type Package = keyof typeof toolbox.optionalDependencies;

/** The programs of a line, copied to a place where the user who runs them may look, who is not root. */
async function programsOf(line: string): Promise<{ programs: string; version: string }> {
  const name = `${line}-${process.platform}-${process.arch}` as Package;
  const installed = join(folder, "node_modules", name, "native");
  if (!existsSync(installed))
    throw new Error(`There is no PostgreSQL for ${process.platform} on ${process.arch} in npm.`);
  const temporary = await makeFolder("postgres");
  chmodSync(temporary, 0o755);
  const copy = join(temporary, line);
  cpSync(installed, copy, { recursive: true, verbatimSymlinks: true });
  const [, version = ""] = /@([\d.]+)-/.exec(toolbox.optionalDependencies[name].replace(/^npm:@/, "")) ?? [];
  return { programs: join(copy, "bin"), version };
}

await install();
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
