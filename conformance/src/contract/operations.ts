/** REST, from the spec: `pnpm generate` has read it, and refused what no requirement judges. */
export { keyHeader, operations, registerPath } from "../generated/register.ts";

/** The header that carries the total. */
export const totalHeader = "x-total-count";
