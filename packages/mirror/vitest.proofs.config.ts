import type { ViteUserConfig } from "vitest/config";
import shared from "./vitest.config.ts";

/** The proofs of the mirror of which `pnpm test` tries a sample, in full: `pnpm check:proofs`. */
const config: ViteUserConfig = {
  ...shared,
  test: {
    ...shared.test,
    include: [
      ...["cases-weeks", "changes", "days", "export", "export-folder", "hearings", "kills", "laws", "planted-bugs"],
      ...["search", "told", "unknown-fields", "verify"],
    ].map((name) => `test/${name}.test.ts`),
    env: { COURT_REGISTER_PROOFS: "full" },
  },
};

export default config;
