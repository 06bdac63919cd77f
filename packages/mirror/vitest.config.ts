import type { ViteUserConfig } from "vitest/config";
import shared from "../../vitest.config.ts";

/** As Node resolves: without this, Vite picks graphql's CommonJS build, whose schemas the reference server does not know. */
const conditions = ["@court-register/source", "module-sync"];

const config: ViteUserConfig = { ...shared, resolve: { conditions }, ssr: { resolve: { conditions } } };

export default config;
