import spec from "../generated/register.openapi.json" with { type: "json" };

/** A field of a resource, as the contract describes it. */
export interface Field {
  name: string;
  type: "integer" | "number" | "string" | "object";
  /** `int32`, `int64`, `double`, `date-time` or `email`; without one, nothing more is said. */
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
  /** Present where `expand_relations` is a parameter; `byDefault` where its default is shown. */
  expand?: { byDefault?: boolean };
  /** Names of all parameters. */
  parameters: readonly string[];
  /** What every request has to send beside `offset`: the spec's examples of the parameters that are required. */
  given: readonly Given[];
}

/** A parameter, and the value that is sent for it. */
export interface Given {
  name: string;
  in: "query" | "header";
  value: string;
}

interface Schema {
  $ref?: string;
  type?: string;
  format?: string;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  xml?: { name?: string };
}

interface Parameter {
  $ref?: string;
  name?: string;
  in?: string;
  required?: boolean;
  example?: unknown;
  schema?: { default?: unknown; example?: unknown };
}

interface Document {
  servers: { url: string }[];
  paths: Record<
    string,
    {
      get: {
        operationId: string;
        tags: string[];
        parameters?: Parameter[];
        responses: { "200": { headers?: Record<string, unknown>; content: Record<string, { schema: Schema }> } };
      };
    }
  >;
  components: { schemas: Record<string, Schema>; parameters: Record<string, Parameter> };
}

/** The header that carries the key. */
export const keyHeader: string = spec.components.securitySchemes.subscription_key.name;
export const totalHeader = "x-total-count";

/** Where interface A stands below the root of a service: the part of the spec's server address behind `{base_url}`. */
export function readRegisterPath({ servers }: Pick<Document, "servers">): string {
  const [root, path] = servers[0]?.url.split("{base_url}") ?? [];
  if (root !== "" || path === undefined)
    throw new Error("register.openapi.json: the address of its first server does not begin with {base_url}");
  return path.replace(/\/+$/, "");
}

/** `/javni`, as the spec has it. */
export const registerPath: string = readRegisterPath(spec);

/** Reads every operation of an OpenAPI document of this contract. A new operation in the spec needs no new line anywhere. */
export function readOperations(document: Pick<Document, "paths" | "components">): Operation[] {
  const { schemas, parameters } = document.components;
  const schemaName = (schema: Schema | undefined): string => schema?.$ref?.split("/").at(-1) ?? "";
  const resolve = (schema: Schema): Schema => (schema.$ref === undefined ? schema : { ...schemas[schemaName(schema)] });

  const readField = (name: string, raw: Schema, required: boolean): Field => {
    const schema = resolve(raw);
    const type = schema.type;
    if (type !== "integer" && type !== "number" && type !== "string" && type !== "object") {
      throw new Error(
        `register.openapi.json: field ${name} has the type ${type}, which no requirement knows how to judge`,
      );
    }
    return {
      name,
      type,
      required,
      ...(schema.format === undefined ? {} : { format: schema.format }),
      ...(type === "object" ? { fields: readFields(schema) } : {}),
    };
  };
  const readFields = (schema: Schema): Field[] =>
    Object.entries(schema.properties ?? {}).map(([name, property]) =>
      readField(name, property, schema.required?.includes(name) ?? false),
    );

  return Object.entries(document.paths).map(([path, { get }]) => {
    const { headers = {}, content } = get.responses["200"];
    const array = resolve(content["application/json"]?.schema ?? {});
    const fields = readFields(resolve(array.items ?? {}));
    const taken = (get.parameters ?? []).map((parameter) =>
      parameter.$ref === undefined ? parameter : { ...parameters[parameter.$ref.split("/").at(-1) ?? ""] },
    );
    const named = (name: string): Parameter | undefined => taken.find((parameter) => parameter.name === name);
    const defaultLimit = named("limit")?.schema?.default;
    const expand = named("expand_relations");
    const byDefault = expand?.schema?.default;
    return {
      id: get.operationId,
      name: get.tags[0] ?? get.operationId,
      path,
      xmlRoot: array.xml?.name ?? "",
      fields,
      relations: readRelations(fields),
      paged: named("offset") !== undefined,
      ...(typeof defaultLimit === "number" ? { defaultLimit } : {}),
      declaresTotal: totalHeader in headers,
      ...(expand === undefined ? {} : { expand: typeof byDefault === "boolean" ? { byDefault } : {} }),
      parameters: taken.map(({ name }) => name ?? ""),
      given: taken
        .filter(({ name, required }) => required && name !== "offset")
        .map((one) => readGiven(get.operationId, one)),
    };
  });
}

function readGiven(id: string, { name = "", in: place, example, schema }: Parameter): Given {
  const value = example ?? schema?.example ?? schema?.default;
  if (value === undefined || (place !== "query" && place !== "header")) {
    throw new Error(
      `register.openapi.json: ${id} requires the parameter ${name}, for which there is no value to send: give it an example in the spec`,
    );
  }
  return { name, in: place, value: String(value) };
}

/** A nested object's identifier is named after it, but for the competent court (section 2.1). */
function readRelations(fields: readonly Field[]): Relation[] {
  return fields
    .filter((field) => field.type === "object")
    .map((object) => {
      const id = [`${object.name}_id`, object.name.replace(/^([a-z]+)_/, "$1_id_")].find((name) =>
        fields.some((field) => field.name === name),
      );
      if (id === undefined) throw new Error(`register.openapi.json: ${object.name} has no identifier beside it`);
      return { object: object.name, id, hasOwnId: object.fields?.some((field) => field.name === "id") ?? false };
    });
}

// The bundled document is data of this project, made from specs/ by `pnpm generate`; its type as a JSON module is its exact value.
export const operations: readonly Operation[] = readOperations(spec as unknown as Document);
