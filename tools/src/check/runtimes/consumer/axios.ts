import { createRegisterClient, isRegisterError, RegisterError } from "@court-register/axios";
import { formatMbs } from "@court-register/axios/identifiers";
import { RegisterError as SharedError } from "@court-register/core";
import { restSteps } from "./rest.ts";
import { equal, scenario } from "./scenario.ts";

export const ended: Promise<void> = scenario(
  ...restSteps({
    numbers: (options) => createRegisterClient(options),
    bigints: (options) => createRegisterClient({ ...options, integers: "bigint" }),
    rows: (answer) => Object(answer).data,
    registerError: (thrown) => (isRegisterError(thrown) ? thrown.register : undefined),
  }),
  ["the error class that all clients share", async () => equal(RegisterError === SharedError, true)],
  ["identifiers", async () => equal(formatMbs(80_000_001), "080000001")],
);
