import { sdl } from "../generated/court-cases.ts";
import document from "../generated/register.openapi.json" with { type: "json" };
import { type CasesContract, readCases } from "./cases.ts";
import { type RegisterContract, readRegister } from "./register.ts";

/** The OpenAPI document of interface A. */
export const registerDocument: typeof document = document;

/** Interface A, read from the document. */
export const register: RegisterContract = readRegister(document);

/** Interface B, read from the SDL. */
export const cases: CasesContract = readCases(sdl);
