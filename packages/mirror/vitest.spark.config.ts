import type { ViteUserConfig } from "vitest/config";
import postgres from "./vitest.postgres.config.ts";

/** The example for Spark, on the Spark and the PostgreSQL that `pnpm check:spark` has installed. */
const config: ViteUserConfig = {
  ...postgres,
  test: { ...postgres.test, include: ["test/spark/*.check.ts"], testTimeout: 3_600_000 },
};

export default config;
