import document from "../generated/register.openapi.json" with { type: "json" };
import { type RegisterContract, readRegister } from "./register.ts";

// Apart from interface B, which takes longer to read than all else that `--help` needs.

/** The OpenAPI document of interface A. */
export const registerDocument: typeof document = document;

/** Interface A, read from the document. */
export const register: RegisterContract = readRegister(document);
