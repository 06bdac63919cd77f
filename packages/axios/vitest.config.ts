import shared from "../../vitest.config.ts";

export default {
  ...shared,
  test: { ...shared.test, typecheck: { enabled: true, checker: "tsc", include: ["src/**/*.test-d.ts"] } },
} as typeof shared;
