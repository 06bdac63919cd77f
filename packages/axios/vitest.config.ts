import shared from "../../vitest.config.ts";

export default {
  ...shared,
  test: {
    ...shared.test,
    // Files share a worker, so that modules are loaded once, not once for each file.
    isolate: false,
    typecheck: { enabled: true, checker: "tsc", include: ["src/**/*.test-d.ts"] },
  },
} as typeof shared;
