import type { ViteUserConfig } from "vitest/config";
import shared from "../../vitest.config.ts";

/** As Node resolves: without this, Vite picks graphql's CommonJS build, whose schemas the reference server does not know. */
const conditions = ["@court-register/source", "module-sync"];

const config: ViteUserConfig = {
  ...shared,
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  // Files share a worker, so that fastify and the mirror are loaded once, not once for each file.
  test: { ...shared.test, isolate: false },
};

export default config;
