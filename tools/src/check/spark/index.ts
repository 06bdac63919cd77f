/**
 * `pnpm check:spark`: the mirror's example for Apache Spark on a cluster of two workers. What Spark counts and sums is compared with
 * SQLite, DuckDB and PostgreSQL, and the tables that it keeps up to date with the newest generation.
 */
import { spawnSync } from "node:child_process";
import { readArguments } from "../../shared/arguments.ts";
import { root } from "../../shared/repository.ts";
import { installPostgres, programsOf } from "../postgres/programs.ts";
import { installSpark } from "./install.ts";

await readArguments(
  `pnpm check:spark

Installs Apache Spark into a folder that is kept between runs (600 MB; it needs Python 3.10 and Java 17 or newer), starts a cluster of two
workers on loopback, runs packages/mirror/examples/spark on it, and compares what Spark says with SQLite, DuckDB and PostgreSQL.

Exit code 0: all say the same. 1: one does not, or something could not be installed.
`,
  {},
);

console.log("Installing Spark, DuckDB and PostgreSQL …");
const { python, home, settings } = await installSpark();
await installPostgres();
const { programs } = await programsOf("newest");
const { status } = spawnSync("pnpm", ["exec", "vitest", "run", "--config", "vitest.spark.config.ts"], {
  cwd: `${root}/packages/mirror`,
  stdio: "inherit",
  env: {
    ...process.env,
    COURT_REGISTER_TEST_POSTGRES_PROGRAMS: programs,
    COURT_REGISTER_TEST_SPARK_PYTHON: python,
    COURT_REGISTER_TEST_SPARK_HOME: home,
    COURT_REGISTER_TEST_SPARK_SETTINGS: settings,
  },
});
process.exitCode = status === 0 ? 0 : 1;
