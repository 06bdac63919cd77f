import type { ViteUserConfig } from "vitest/config";
import shared from "./vitest.config.ts";

/** What `pnpm test` tries on a few operations, on all of them: `pnpm check:proofs`. */
const config: ViteUserConfig = {
  ...shared,
  test: { ...shared.test, include: ["test/unusual.test.ts"], env: { COURT_REGISTER_PROOFS: "full" } },
};

export default config;
