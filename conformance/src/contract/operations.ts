import spec from "../generated/register.openapi.json" with { type: "json" };
import type { Operation } from "./operation.ts";
import { type Document, readOperations } from "./read-operations.ts";

export { totalHeader } from "./read-operations.ts";

/** The header that carries the key. */
export const keyHeader: string = spec.components.securitySchemes.subscription_key.name;

/** The path of interface A below the root of a service: the part of the spec's server URL after `{base_url}`. */
export function readRegisterPath({ servers }: { servers: { url: string }[] }): string {
  const [root, path] = servers[0]?.url.split("{base_url}") ?? [];
  if (root !== "" || path === undefined)
    throw new Error("register.openapi.json: the address of its first server does not begin with {base_url}");
  return path.replace(/\/+$/, "");
}

/** `/javni`, from the spec. */
export const registerPath: string = readRegisterPath(spec);

// Generated from specs/ by `pnpm generate`. A cast, because TypeScript types a JSON module as its exact value.
export const operations: readonly Operation[] = readOperations(spec as unknown as Document);
