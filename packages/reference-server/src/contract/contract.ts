import { sdl } from "../generated/court-cases.ts";
import { type CasesContract, readCases } from "./cases.ts";

export { register, registerDocument } from "./interface-a.ts";

/** Interface B, read from the SDL. */
export const cases: CasesContract = readCases(sdl);
