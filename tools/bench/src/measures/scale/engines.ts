/** Programs that are not always there: PostgreSQL and Spark. */
import { join } from "node:path";
import { PostgresServer } from "../../../../../packages/mirror/test/support/postgres-server.ts";
import { installPostgres, programsOf } from "../../../../src/check/postgres/programs.ts";
import { findSpark } from "../../../../src/check/spark/install.ts";
import { program, root } from "../../places.ts";
import { run } from "../../processes/run.ts";
import type { Step } from "../../processes/step.ts";
import type { Context } from "../measure.ts";

/** A server that runs. */
export interface Postgres {
  server: PostgresServer;
  version: string;
}

/** Reads an export with Spark. */
export type SparkReader = (exported: string) => Promise<Step>;

/** An engine, or a sentence that says why it is not there. */
export interface Found<Engine> {
  engine?: Engine;
  missing?: string;
}

/** Starts the PostgreSQL of `pnpm check:postgres`, and installs it unless the run is a quick one. */
export async function startPostgres({ quick }: Context): Promise<Found<Postgres>> {
  try {
    if (!quick) await installPostgres();
    const { programs, version } = await programsOf("newest");
    return { engine: { server: await PostgresServer.start(programs), version } };
  } catch (error) {
    const why = quick ? "`pnpm check:postgres` has not installed it here, and a quick run does not." : sentence(error);
    return { missing: `PostgreSQL was not measured: ${why}` };
  }
}

/** Finds the Spark of `pnpm check:spark`. It is large, so that no measurement installs it. */
export async function findSparkReader({ quick }: Context): Promise<Found<SparkReader>> {
  if (quick) return { missing: "Spark was not measured: a quick run does not start it, which takes long." };
  try {
    const { python, settings } = await findSpark();
    const own = { SPARK_LOCAL_IP: "127.0.0.1", SPARK_CONF_DIR: settings, PYTHONDONTWRITEBYTECODE: "1" };
    const args = [program("spark_read.py"), join(root, "packages/mirror/examples/spark")];
    const read: SparkReader = async (exported) =>
      JSON.parse(await run(python, [...args, exported], { env: { ...process.env, ...own } }));
    return { engine: read };
  } catch (error) {
    return { missing: `Spark was not measured: ${sentence(error)}` };
  }
}

const sentence = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split("\n")[0] ?? "";
