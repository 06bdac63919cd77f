import { sdl } from "../generated/court-cases.ts";
import document from "../generated/register.openapi.json" with { type: "json" };
import { type CasesContract, readCases } from "./cases.ts";
import { type RegisterContract, readRegister } from "./register.ts";

/** The OpenAPI document of interface A. */
export const registerDocument: typeof document = document;

/** Interface A, as the document says. */
export const register: RegisterContract = readRegister(document);

/** Interface B, as the SDL says. */
export const cases: CasesContract = readCases(sdl);
