import type { ViteUserConfig } from "vitest/config";
import shared from "../../vitest.config.ts";

// Files share a worker, so that modules are loaded once, not once for each file.
const config: ViteUserConfig = { ...shared, test: { ...shared.test, isolate: false } };

export default config;
