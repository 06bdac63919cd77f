/** The operations of the spec, read from it without the code that generates the clients. */
import { readFileSync } from "node:fs";
import { parse } from "yaml";

interface Reference {
  $ref: string;
}

interface Schema {
  type?: string;
  format?: string;
  items?: Reference;
  properties?: Record<string, Schema | Reference>;
}

interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  required?: boolean;
  example?: unknown;
  schema?: (Schema & Shown) | Reference;
}

/** What may stand for an example. */
interface Shown {
  example?: unknown;
  default?: unknown;
  enum?: unknown[];
}

/** A path, with the parameters of all that is under it. */
interface PathItem {
  parameters?: (Parameter | Reference)[];
  get: Get;
}

interface Get {
  operationId: string;
  parameters?: (Parameter | Reference)[];
  responses: {
    200: {
      headers?: Record<string, unknown>;
      content: { "application/json": { schema: Reference; examples: Record<string, { externalValue: string }> } };
    };
  };
}

/** An operation, as its tests need it. */
export interface Operation {
  id: string;
  tag: string;
  verb: string;
  /** With the parameters in it. */
  path: string;
  paged: boolean;
  hasTotal: boolean;
  /** Required parameters, with the value of their example; a page for a paged operation. */
  params: Record<string, unknown>;
  /** What a service receives of them, in the query and in headers. */
  query: Record<string, string>;
  headers: Record<string, string>;
  /** Paths of the integers in a row that a number may round: those of more than 32 bits. */
  integers: string[];
  /** The rows of its example, or the one object. */
  rows: object;
}

const specs = new URL("../../../../specs/", import.meta.url);
const read = (file: string): string => readFileSync(new URL(file, specs), "utf8");
const document: { paths: Record<string, PathItem> } = parse(read("register.openapi.yaml"));

/** What a reference points to; anything else is returned unchanged. */
function resolve<Type extends object>(value: Type | Reference): Type {
  if (!("$ref" in value)) return value;
  const steps = value.$ref.slice("#/".length).split("/");
  return steps.reduce<unknown>((at, step) => (at as Record<string, unknown>)[step], document) as Type;
}

function integersOf({ properties = {} }: Schema): string[] {
  return Object.entries(properties).flatMap(([name, property]) => {
    const field = resolve(property);
    if (field.properties) return integersOf(field).map((path) => `${name}.${path}`);
    return field.type === "integer" && field.format !== "int32" ? [name] : [];
  });
}

/** The parameters in one place, with values as text, under the names that a service sees. */
const sent = (parameters: Parameter[], params: Record<string, unknown>, place: string): Record<string, string> =>
  Object.fromEntries(
    parameters
      .filter((one) => one.in === place && one.name in params)
      .map(({ name }) => [place === "header" ? name.toLowerCase() : name, String(params[name])]),
  );

/** The value that a test sends. */
function valueFor({ example, schema = {} }: Parameter): unknown {
  const shown: Shown = resolve(schema);
  return example ?? shown.example ?? shown.default ?? shown.enum?.[0];
}

/** With a path of another contract, for its own test. */
export function readOperation([template, { get, parameters: shared = [] }]: [string, PathItem]): Operation {
  const [tag = "", verb = ""] = get.operationId.split(".");
  const own = (get.parameters ?? []).map((one) => resolve(one));
  const isOwn = (one: Parameter): boolean => own.some((other) => other.name === one.name && other.in === one.in);
  const parameters = [...shared.map((one) => resolve(one)).filter((one) => !isOwn(one)), ...own];
  const paged = ["offset", "limit"].every((name) => parameters.some((one) => one.name === name));
  const required = parameters.filter((one) => one.required && !(paged && one.name === "offset"));
  const given = Object.fromEntries(required.map((one) => [one.name, valueFor(one)]));
  const params: Operation["params"] = { ...given, ...(paged ? { offset: 0, limit: 5 } : {}) };
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(params[name]));
  const { headers = {}, content } = get.responses[200];
  const { schema, examples } = content["application/json"];
  const [file = `no example of ${path}`] = Object.values(examples).map(({ externalValue }) => externalValue);
  return {
    ...{ id: get.operationId, tag, verb, path, paged, hasTotal: "x-total-count" in headers, params },
    query: sent(parameters, params, "query"),
    headers: sent(parameters, params, "header"),
    integers: integersOf(resolve<Schema>(resolve<Schema>(schema).items ?? {})),
    rows: JSON.parse(read(file)),
  };
}

/** Every operation of the spec. */
export const contract: readonly Operation[] = Object.entries(document.paths).map(readOperation);
