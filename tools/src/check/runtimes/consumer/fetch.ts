import { RegisterError as SharedError } from "@court-register/core";
import { createRegisterClient, RegisterError } from "@court-register/fetch";
import { formatMbs } from "@court-register/fetch/identifiers";
import { restSteps } from "./rest.ts";
import { equal, scenario } from "./scenario.ts";

export const ended: Promise<void> = scenario(
  ...restSteps({
    numbers: (options) => createRegisterClient(options),
    bigints: (options) => createRegisterClient({ ...options, integers: "bigint" }),
    rows: (answer) => answer,
    registerError: (thrown) => (thrown instanceof RegisterError ? thrown : undefined),
  }),
  ["the error class that all clients share", async () => equal(RegisterError === SharedError, true)],
  ["identifiers", async () => equal(formatMbs(80_000_001), "080000001")],
);
