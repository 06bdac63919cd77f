import spec from "../generated/register.openapi.json" with { type: "json" };
import { type Document, readOperations } from "./read-operations.ts";

export { totalHeader } from "./read-operations.ts";

/** A field of a resource, as the contract describes it. */
export interface Field {
  name: string;
  type: "integer" | "number" | "string" | "boolean" | "object";
  /** `int32`, `int64`, `double`, `date`, `date-time` or `email`, if the contract states one. */
  format?: string;
  required: boolean;
  /** The fields of a nested object. */
  fields?: readonly Field[];
}

/** A nested object and the identifier that it expands (specs/README.md, section 2.1). */
export interface Relation {
  object: string;
  id: string;
  /** Whether the nested object repeats its identifier. */
  hasOwnId: boolean;
}

/** One operation of interface A: everything that a requirement can select by. */
export interface Operation {
  /** As in the spec: `sjediste.list`. */
  id: string;
  /** Tag and resource: `sjediste`. */
  name: string;
  /** Path below `registerPath`: `/subjekt/`. */
  path: string;
  xmlRoot: string;
  fields: readonly Field[];
  relations: readonly Relation[];
  /** Whether the operation takes `offset`; every such operation takes `limit` as well. */
  paged: boolean;
  defaultLimit?: number;
  /** Whether `x-total-count` is promised. */
  declaresTotal: boolean;
  /** Present if `expand_relations` is a parameter; `byDefault` if its default is shown. */
  expand?: { byDefault?: boolean };
  /** Names of all parameters. */
  parameters: readonly string[];
  /** What every request sends in addition to `offset`: the required parameters, with the spec's examples. */
  given: readonly Given[];
}

/** A parameter, and the value that is sent for it. */
export interface Given {
  name: string;
  in: "query" | "header";
  value: string;
}

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
