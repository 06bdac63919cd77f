import type { ViteUserConfig } from "vitest/config";
import shared from "../vitest.config.ts";

const config: ViteUserConfig = {
  ...shared,
  test: {
    ...shared.test,
    // It takes schemas that our code made, so both must import the same build of graphql: vite and Node would choose two.
    server: { deps: { inline: ["@graphql-inspector/core"] } },
  },
};

export default config;
