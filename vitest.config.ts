import { fileURLToPath } from "node:url";
import type { ViteUserConfig } from "vitest/config";
import "./tools/src/direct-loopback.ts";

/** Tests read the sources of every package, so that they need no build. */
const conditions = ["@court-register/source"];

const config: ViteUserConfig = {
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts"],
    // The report that `pnpm test` counts the tests from.
    reporters: ["default", ["json", { outputFile: "reports/tests.json" }]],
    setupFiles: [fileURLToPath(import.meta.resolve("./tools/src/property-seed.ts"))],
    // Generous, for machines that do other work too: a test that hangs is ended, none is timed.
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
};

export default config;
