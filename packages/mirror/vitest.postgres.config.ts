import type { ViteUserConfig } from "vitest/config";
import shared from "./vitest.config.ts";

/** The proofs of the mirror, and those that only a server needs, on the PostgreSQL that `pnpm check:postgres` has installed. */
const config: ViteUserConfig = {
  ...shared,
  test: {
    ...shared.test,
    include: ["test/*.test.ts", "test/postgres/*.check.ts"],
    // They copy into files of SQLite, whatever the server.
    exclude: ["reading", "told", "verify"].map((name) => `test/${name}.test.ts`),
    reporters: ["default"],
    globalSetup: ["test/postgres/global-setup.ts"],
    testTimeout: 600_000,
  },
};

export default config;
