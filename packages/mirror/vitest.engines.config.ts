import type { ViteUserConfig } from "vitest/config";
import shared from "./vitest.config.ts";

/** Engines that read exports, which `pnpm check:engines` has installed. */
const config: ViteUserConfig = { ...shared, test: { ...shared.test, include: ["test/engines/*.check.ts"] } };

export default config;
