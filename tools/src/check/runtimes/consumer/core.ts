import { RegisterError } from "@court-register/core";
import { formatOib, isOib } from "@court-register/core/identifiers";
import type { Sjediste } from "@court-register/core/types";
import { equal, scenario } from "./scenario.ts";

export const ended: Promise<void> = scenario(
  ["the error class", async () => equal(RegisterError.prototype instanceof Error, true)],
  [
    "identifiers",
    async () => {
      equal(formatOib(1_234_567_896), "01234567896");
      equal([isOib("01234567896"), isOib("01234567890")], [true, false]);
    },
  ],
  [
    "row types",
    async () => {
      const seat: Sjediste = { mbs: 80_000_001 };
      equal(seat.mbs, 80_000_001);
    },
  ],
);
