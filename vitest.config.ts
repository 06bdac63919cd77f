import { devNull } from "node:os";
import { fileURLToPath } from "node:url";
import type { ViteUserConfig } from "vitest/config";
import "./tools/src/shared/direct-loopback.ts";

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
    // Generous, for machines that do other work too: a test that hangs is ended, none is timed.
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
};

export default config;
