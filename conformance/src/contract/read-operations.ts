import type { Field, Given, Operation, Relation } from "./operations.ts";

export const totalHeader = "x-total-count";

/** The contract says something that no requirement judges: the linter of the specs reports it before anything is generated. */
export class UnjudgedError extends Error {
  override readonly name = "UnjudgedError" as const;
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
  schema?: Schema & { default?: unknown; example?: unknown };
}

/** The part of an OpenAPI document that operations are read from. */
export interface Document {
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

/** The types of fields that requirements judge, each with its formats. */
const judgedFormats: Readonly<Record<Field["type"], readonly string[]>> = {
  integer: ["int32", "int64"],
  number: ["double"],
  string: ["date-time", "email"],
  object: [],
};

/** The keywords that a schema may have: others, such as `enum` or `maxLength`, would be promised and never judged or sent by. */
const judgedKeywords: ReadonlySet<string> = new Set([
  ...["$ref", "type", "format", "items", "properties", "required", "xml"],
  ...["title", "description", "deprecated", "example", "examples"],
]);

function refuseUnjudged(where: string, ...schemas: object[]): void {
  const unjudged = schemas.flatMap(Object.keys).find((keyword) => !judgedKeywords.has(keyword) && !/^x-/.test(keyword));
  if (unjudged !== undefined) throw new UnjudgedError(`${where} has \`${unjudged}\`, which no requirement judges`);
}

/**
 * Reads every operation of an OpenAPI document of this contract. A new operation in the spec needs no new code.
 *
 * @throws UnjudgedError if it says more than requirements judge, or too little to call an operation.
 */
export function readOperations(document: Pick<Document, "paths" | "components">): Operation[] {
  const { schemas, parameters } = document.components;
  const schemaName = (schema: Schema | undefined): string => schema?.$ref?.split("/").at(-1) ?? "";
  const resolve = (schema: Schema): Schema => (schema.$ref === undefined ? schema : { ...schemas[schemaName(schema)] });

  const readField = (name: string, raw: Schema, required: boolean): Field => {
    const schema = resolve(raw);
    const type = schema.type;
    refuseUnjudged(`the field ${name}`, raw, schema);
    if (type !== "integer" && type !== "number" && type !== "string" && type !== "object")
      throw new UnjudgedError(`the field ${name} is of the type ${type}, which no requirement judges`);
    if (schema.format !== undefined && !judgedFormats[type].includes(schema.format))
      throw new UnjudgedError(`the field ${name} is of the format ${schema.format}, which no requirement judges`);
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
    const row = resolve(array.items ?? {});
    refuseUnjudged(`the resource of ${get.operationId}`, array, row);
    const fields = readFields(row);
    const taken = (get.parameters ?? []).map((parameter) =>
      parameter.$ref === undefined ? parameter : { ...parameters[parameter.$ref.split("/").at(-1) ?? ""] },
    );
    for (const { name, schema: { default: _, ...schema } = {} } of taken)
      refuseUnjudged(`the parameter ${name}`, schema);
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
    throw new UnjudgedError(
      `${id} requires the parameter ${name}, for which there is no value to send: give it an \`example\``,
    );
  }
  return { name, in: place, value: String(value) };
}

/** A nested object's identifier is named after it, except for the competent court (section 2.1). */
function readRelations(fields: readonly Field[]): Relation[] {
  return fields
    .filter((field) => field.type === "object")
    .map((object) => {
      const id = [`${object.name}_id`, object.name.replace(/^([a-z]+)_/, "$1_id_")].find((name) =>
        fields.some((field) => field.name === name && field !== object),
      );
      if (id === undefined)
        throw new UnjudgedError(
          `the object ${object.name} has no identifier beside it (section 2.1), such as ${object.name}_id`,
        );
      return { object: object.name, id, hasOwnId: object.fields?.some((field) => field.name === "id") ?? false };
    });
}
