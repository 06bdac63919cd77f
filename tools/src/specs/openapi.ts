/** The part of an OpenAPI document that the tools read. Only the linter makes sure of its shape. */
export interface OpenApi {
  info?: { title?: string; version?: string };
  servers?: Server[];
  security?: Record<string, string[]>[];
  tags?: { name: string; description?: string }[];
  paths?: Record<string, PathItem>;
  components?: {
    schemas?: Record<string, Schema>;
    parameters?: Record<string, Parameter>;
    headers?: Record<string, Header>;
    securitySchemes?: Record<string, SecurityScheme>;
  };
}

export interface Server {
  url: string;
  description?: string;
}

export interface SecurityScheme {
  type: string;
  in?: string;
  name?: string;
  flows?: { clientCredentials?: { tokenUrl?: string; scopes?: Record<string, string> } };
  description?: string;
}

export interface PathItem {
  servers?: Server[];
  parameters?: (Parameter | Reference)[];
  [method: string]: unknown;
}

export interface Operation {
  operationId?: string;
  tags?: string[];
  summary?: string;
  description?: string;
  deprecated?: boolean;
  servers?: Server[];
  security?: Record<string, string[]>[];
  parameters?: (Parameter | Reference)[];
  requestBody?: unknown;
  responses?: Record<string, Response>;
  [extension: `x-${string}`]: unknown;
}

export interface Response {
  headers?: Record<string, Header | Reference>;
  content?: Record<string, MediaType>;
}

export interface MediaType {
  schema?: Schema;
  examples?: Record<string, { externalValue?: string; value?: unknown }>;
}

export interface Reference {
  $ref: string;
}

export interface Parameter {
  name: string;
  in: string;
  description?: string;
  required?: boolean;
  deprecated?: boolean;
  example?: unknown;
  /** Whether a list is a parameter for each of its items, and not one with commas. By default, it is in the query. */
  explode?: boolean;
  schema?: Schema;
  [extension: `x-${string}`]: unknown;
}

export interface Header {
  required?: boolean;
  schema?: Schema;
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
  [keyword: string]: unknown;
}

export interface PlacedOperation {
  path: string;
  /** In upper case. */
  method: string;
  item: PathItem;
  operation: Operation;
  /** Its operationId, or method and path if it has none. */
  id: string;
}

const methods: readonly string[] = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

export function operationsOf(document: OpenApi): PlacedOperation[] {
  return Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    methods
      .filter((name) => item[name] !== undefined)
      .map((name) => {
        const method = name.toUpperCase();
        const operation = item[name] as Operation;
        return { path, method, item, operation, id: operation.operationId ?? `${method} ${path}` };
      }),
  );
}

/** The path of a server URL, whether its host is literal or a variable; empty if it has none. */
export const serverPath = (url: string): string => url.replace(/^(?:\w+:\/\/[^/]*|\{[^}]*\})/, "");

/** The name of the component that a `$ref` points to; empty without one. */
export const nameOf = ($ref: string | undefined): string => $ref?.split("/").at(-1) ?? "";

/** What a `$ref` points to, following chains; anything else is returned unchanged. `undefined` if it points to nothing, or in a circle. */
export function resolve<T extends object>(document: OpenApi, value: T | Reference | undefined): T | undefined {
  const seen = new Set<unknown>();
  let node: unknown = value;
  while (isReference(node)) {
    if (seen.has(node)) return undefined;
    seen.add(node);
    node = pointedTo(document, node);
  }
  // A reference points to something of its own kind: the linter refuses any other document.
  return isObject(node) ? (node as T) : undefined;
}

/** What a `$ref` itself points to, which may be another; `undefined` if it points to nothing. */
export function pointedTo(document: OpenApi, { $ref }: Reference): unknown {
  const [start, ...keys] = $ref.split("/");
  if (start !== "#") return undefined;
  return keys.reduce<unknown>(
    (at, key) => (isObject(at) ? at[key.replaceAll("~1", "/").replaceAll("~0", "~")] : undefined),
    document,
  );
}

export function isReference(value: unknown): value is Reference {
  return isObject(value) && typeof value.$ref === "string";
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Ids of the operations whose responses contain the schema of this name, at any depth. */
export function operationsUsing(document: OpenApi, schema: string): string[] {
  const references = (node: unknown): string[] =>
    [...JSON.stringify(node ?? null).matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(([, name = ""]) => name);
  const reaches = (names: string[], seen: Set<string>): boolean =>
    names.some((name) => {
      if (name === schema) return true;
      if (seen.has(name)) return false;
      return reaches(references(document.components?.schemas?.[name]), seen.add(name));
    });
  return operationsOf(document)
    .filter(({ operation }) => reaches(references(operation.responses), new Set()))
    .map(({ id }) => id);
}
