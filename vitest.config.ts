import { devNull } from "node:os";
import { fileURLToPath } from "node:url";
import type { ViteUserConfig } from "vitest/config";
import "./tools/src/shared/direct-loopback.ts";
import { TurboReporter } from "./tools/src/test/report.ts";

/** The hash of the task where turbo runs the tests of a package. What a test starts is no such task. */
export const taskHash: string | undefined = process.env.TURBO_HASH;
delete process.env.TURBO_HASH;

// Tests make repositories of their own. The user's settings may sign commits or run hooks, and in a hook of git GIT_DIR is set: commits
// would land in this repository.
for (const name of Object.keys(process.env)) if (name.startsWith("GIT_")) delete process.env[name];
process.env.GIT_CONFIG_GLOBAL = devNull;
process.env.GIT_CONFIG_NOSYSTEM = "1";

/** Tests read the sources of every package, so that they need no build. */
const conditions = ["@court-register/source"];

const config: ViteUserConfig = {
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts"],
    setupFiles: [fileURLToPath(import.meta.resolve("./tools/src/test/property-seed.ts"))],
    // For the threads and processes that tests start.
    execArgv: conditions.map((condition) => `--conditions=${condition}`),
    // A test that asserts nothing passes whatever happens.
    expect: { requireAssertions: true },
    reporters: ["default", ...(taskHash === undefined ? [] : [new TurboReporter(taskHash)])],
    // Many tests mostly wait for processes of their own: by default, one processor would be left free.
    maxWorkers: "100%",
    // Generous, for machines that do other work too: a test that hangs is ended, none is timed.
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
};

export default config;
