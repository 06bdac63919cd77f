import { SpecError } from "../../specs/spec-error.ts";

/** The part of an OpenAPI document that the REST clients are generated from. */
export interface Document {
  servers?: { url: string }[];
  tags?: { name: string; description?: string }[];
  paths: Record<string, Record<string, unknown>>;
  components?: {
    securitySchemes?: Record<string, { type: string; in?: string; name?: string }>;
    parameters?: Record<string, Parameter>;
    schemas?: Record<string, Schema>;
  };
}

export interface Operation {
  operationId?: string;
  tags?: string[];
  summary?: string;
  description?: string;
  deprecated?: boolean;
  parameters?: (Parameter | Reference)[];
  requestBody?: unknown;
  responses: Record<string, Response>;
  [extension: `x-${string}`]: unknown;
}

export interface Parameter {
  name: string;
  in: string;
  description?: string;
  required?: boolean;
  deprecated?: boolean;
  schema?: Schema;
  [extension: `x-${string}`]: unknown;
}

export interface Response {
  headers?: Record<string, unknown>;
  content?: Record<string, { schema?: Schema }>;
}

export interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  description?: string;
  deprecated?: boolean;
  default?: unknown;
  required?: string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  allOf?: Schema[];
  [extension: `x-${string}`]: unknown;
}

export interface Reference {
  $ref: string;
}

/** The component that `#/components/<section>/<name>` points at. */
export function resolve<T>(components: Record<string, T> | undefined, section: string, ref: string, where: string): T {
  const folder = `#/components/${section}/`;
  const found = ref.startsWith(folder) ? components?.[ref.slice(folder.length)] : undefined;
  if (found === undefined) throw new SpecError(where, `${ref} points to nothing under components/${section}.`);
  return found;
}
