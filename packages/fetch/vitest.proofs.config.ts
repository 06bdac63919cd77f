import shared from "./vitest.config.ts";

/** All walks of which `pnpm test` tries some: `pnpm check:proofs`. */
export default {
  ...shared,
  test: {
    ...shared.test,
    include: ["test/client.test.ts"],
    typecheck: { enabled: false },
    env: { COURT_REGISTER_PROOFS: "full" },
  },
} as typeof shared;
