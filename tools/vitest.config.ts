import type { ViteUserConfig } from "vitest/config";
import shared from "../vitest.config.ts";

const config: ViteUserConfig = {
  ...shared,
  test: {
    ...shared.test,
    // It gets schemas from our code, so both must load the same build of graphql; Vite and Node would each choose their own.
    server: { deps: { inline: ["@graphql-inspector/core"] } },
  },
};

export default config;
