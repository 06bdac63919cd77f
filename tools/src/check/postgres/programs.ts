/** PostgreSQL, as programs inside npm packages. */
import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, existsSync } from "node:fs";
import { cp } from "node:fs/promises";
import { dirname, join } from "node:path";
import { styleText } from "node:util";
import type { Vitest } from "vitest/node";
import { root } from "../../shared/repository.ts";
import { loadVitest } from "../../shared/vitest.ts";
import { cache, makeFolder } from "../support/packed.ts";
import toolbox from "./toolbox/package.json" with { type: "json" };

/** The lines of PostgreSQL that the mirror is tried on. */
export const lines = ["newest", "oldest"] as const;

const folder = join(cache, "..", "court-register-postgres");

/** Installs the servers for this machine, into a folder that is kept between runs. */
export async function installPostgres(): Promise<void> {
  // Also where `npx --offline` has started the command.
  delete process.env.npm_config_offline;
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
export async function programsOf(line: (typeof lines)[number]): Promise<{ programs: string; version: string }> {
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

/**
 * Runs the tests of the mirror on a line of PostgreSQL that is installed.
 *
 * @param proofs - Whether proofs that take minutes are tried in full, or a sample of them.
 */
export async function testOnPostgres(line: (typeof lines)[number], proofs: "full" | "sample"): Promise<Vitest> {
  const { programs, version } = await programsOf(line);
  console.log(styleText("bold", `── PostgreSQL ${version} ──`));
  process.env.COURT_REGISTER_TEST_POSTGRES_PROGRAMS = programs;
  process.env.COURT_REGISTER_PROOFS = proofs;
  return await testBy("packages/mirror/vitest.postgres.config.ts");
}

/** Runs the tests of a package that a configuration of its own names, or only some files of them. */
export async function testBy(config: string, files: readonly string[] = []): Promise<Vitest> {
  const folder = join(root, dirname(config));
  const { startVitest } = await loadVitest();
  const vitest = await startVitest(
    "test",
    files.map((file) => join(folder, file)),
    {
      root: folder,
      config: join(root, config),
      watch: false,
      // Many tests mostly wait for processes of their own, or for the server.
      maxWorkers: "100%",
    },
  );
  await vitest.close();
  return vitest;
}
