/** Compiled, never run: a mistake that the types must catch with every compiler. */
import type { Sjediste } from "@court-register/core/types";

// @ts-expect-error: a register number is an integer
export const seat: Sjediste = { mbs: "80000001" };
