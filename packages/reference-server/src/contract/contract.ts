import { examples, scalars, sdl } from "../generated/court-cases.ts";
import { type CasesContract, readCases } from "./cases.ts";

export { register, registerDocument } from "./rest.ts";

/** The GraphQL interface, read from the SDL. */
export const cases: CasesContract = readCases(sdl, scalars, examples);
