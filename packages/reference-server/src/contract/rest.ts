import document from "../generated/register.openapi.json" with { type: "json" };
import { type RegisterContract, readRegister } from "./register.ts";

// Apart from the GraphQL interface, which takes longer to read than all else that `--help` needs.

/** The OpenAPI document of the REST interface. */
export const registerDocument: typeof document = document;

/** The REST interface, read from the document. */
export const register: RegisterContract = readRegister(document);
