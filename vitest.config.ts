import type { ViteUserConfig } from "vitest/config";

/** Tests read the sources of every package, so that they need no build. */
const conditions = ["@court-register/source"];

const config: ViteUserConfig = {
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts"],
    // The report that `pnpm test` counts the tests from.
    reporters: ["default", ["json", { outputFile: "reports/tests.json" }]],
    testTimeout: 30_000,
  },
};

export default config;
