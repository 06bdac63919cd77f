import type { ViteUserConfig } from "vitest/config";
import shared from "../vitest.config.ts";

/** Files share a worker, so that the service's and the suite's modules are loaded once, not once for each file. */
const config: ViteUserConfig = { ...shared, test: { ...shared.test, isolate: false } };

export default config;
