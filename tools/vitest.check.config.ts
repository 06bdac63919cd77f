import { availableParallelism } from "node:os";
import type { ViteUserConfig } from "vitest/config";
import shared from "../vitest.config.ts";

/** As Node resolves: without this, Vite picks graphql's CommonJS build, whose schemas the reference server does not know. */
const conditions = ["@court-register/source", "module-sync"];

/** The checks, which `pnpm check` runs: in turn, because they share what they install, and most keep all processors busy. */
const config: ViteUserConfig = {
  ...shared,
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    ...shared.test,
    include: ["src/check/**/*.check.ts"],
    // A check mostly runs a program, and fails if that does.
    expect: { requireAssertions: false },
    fileParallelism: false,
    // What one check has packed is there for the next.
    isolate: false,
    maxConcurrency: availableParallelism(),
    reporters: ["verbose"],
    disableConsoleIntercept: true,
    hideSkippedTests: true,
    testTimeout: 3_600_000,
  },
};

export default config;
