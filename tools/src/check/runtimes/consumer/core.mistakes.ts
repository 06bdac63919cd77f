/** Compiled, never run: a mistake that the types must not let pass, on whatever compiler. */
import type { Sjediste } from "@court-register/core/types";

// @ts-expect-error: a register number is an integer
export const seat: Sjediste = { mbs: "80000001" };
