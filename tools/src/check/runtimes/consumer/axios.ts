import { createRegisterClient, isRegisterError } from "@court-register/axios";
import { formatMbs } from "@court-register/axios/identifiers";
import { restSteps } from "./rest.ts";
import { equal, scenario } from "./scenario.ts";

void scenario(
  ...restSteps({
    numbers: (options) => createRegisterClient(options),
    bigints: (options) => createRegisterClient({ ...options, integers: "bigint" }),
    rows: (answer) => Object(answer).data,
    registerError: (thrown) => (isRegisterError(thrown) ? thrown.register : undefined),
  }),
  ["identifiers", async () => equal(formatMbs(80_000_001), "080000001")],
);
