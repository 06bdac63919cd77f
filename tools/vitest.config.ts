import type { ViteUserConfig } from "vitest/config";
import shared, { taskHash } from "../vitest.config.ts";
import { javaMissing } from "./src/generate/rest/java.ts";

// turbo would keep for a machine with Java what was skipped on one without.
if (taskHash !== undefined && process.env.COURT_REGISTER_JAVA === undefined && javaMissing() !== undefined)
  throw new Error(
    "There is no Java here, and turbo alone would not notice that one is installed: run `pnpm test`, which tells it (COURT_REGISTER_JAVA).",
  );

/** As Node resolves, like the server's own tests: graphql-yoga does not know the errors of another build of graphql. */
const conditions = ["@court-register/source", "module-sync"];

const config: ViteUserConfig = {
  ...shared,
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    ...shared.test,
    // Files share a worker, so that the specs' readers and their packages are loaded once, not once for each file.
    isolate: false,
    // It gets schemas from our code, so both must load the same build of graphql; Vite and Node would each choose their own.
    server: { deps: { inline: ["@graphql-inspector/core"] } },
  },
};

export default config;
