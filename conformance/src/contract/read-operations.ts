import type { Field, Given, Operation, Relation } from "./operation.ts";

export const totalHeader = "x-total-count";

/** The contract says something that no requirement judges: the linter of the specs reports it before anything is generated. */
export class UnjudgedError extends Error {
  override readonly name = "UnjudgedError" as const;
  /** Everything that is not judged, each as a clause. */
  readonly clauses: readonly string[];

  constructor(clauses: readonly string[]) {
    super(clauses.join("; "));
    this.clauses = clauses;
  }
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
const judgedFormats: ReadonlyMap<string, readonly string[]> = new Map<Field["type"], readonly string[]>([
  ["integer", ["int32", "int64"]],
  ["number", ["double"]],
  ["string", ["date", "date-time", "email"]],
  ["boolean", []],
  ["object", []],
]);

/** The keywords that a schema may have: others, such as `enum` or `maxLength`, would be promised and never judged or sent by. */
const judgedKeywords: ReadonlySet<string> = new Set([
  ...["$ref", "type", "format", "items", "properties", "required", "xml"],
  ...["title", "description", "deprecated", "example", "examples"],
]);

/**
 * Reads every operation of an OpenAPI document of this contract. A new operation in the spec needs no new code.
 *
 * @throws UnjudgedError if it says more than requirements judge, or too little to call an operation.
 */
export function readOperations(document: Pick<Document, "paths" | "components">): Operation[] {
  const { schemas, parameters } = document.components;
  // A set, because an operation may use a schema more than once.
  const unjudged = new Set<string>();
  const judgeKeywords = (where: string, ...parts: object[]): void => {
    for (const keyword of parts.flatMap(Object.keys))
      if (!judgedKeywords.has(keyword) && !/^x-/.test(keyword))
        unjudged.add(`${where} has \`${keyword}\`, which no requirement judges`);
  };
  const schemaName = (schema: Schema | undefined): string => schema?.$ref?.split("/").at(-1) ?? "";
  const resolve = (schema: Schema): Schema => (schema.$ref === undefined ? schema : { ...schemas[schemaName(schema)] });

  const readField = (name: string, raw: Schema, required: boolean): Field => {
    const schema = resolve(raw);
    // Any other type is refused once everything is read.
    const type = schema.type as Field["type"];
    const formats = judgedFormats.get(type);
    judgeKeywords(`the field ${name}`, raw, schema);
    if (formats === undefined) unjudged.add(`the field ${name} is of the type ${type}, which no requirement judges`);
    else if (schema.format !== undefined && !formats.includes(schema.format))
      unjudged.add(`the field ${name} is of the format ${schema.format}, which no requirement judges`);
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

  const operations = Object.entries(document.paths).map(([path, { get }]) => {
    const { headers = {}, content } = get.responses["200"];
    const array = resolve(content["application/json"]?.schema ?? {});
    const row = resolve(array.items ?? {});
    judgeKeywords(`the resource of ${get.operationId}`, array, row);
    const fields = readFields(row);
    const taken = (get.parameters ?? []).map((parameter) =>
      parameter.$ref === undefined ? parameter : { ...parameters[parameter.$ref.split("/").at(-1) ?? ""] },
    );
    for (const { name, schema: { default: _, ...schema } = {} } of taken)
      judgeKeywords(`the parameter ${name}`, schema);
    const named = (name: string): Parameter | undefined => taken.find((parameter) => parameter.name === name);
    if (named("offset") !== undefined && named("limit") === undefined)
      unjudged.add(`${get.operationId} takes offset without limit: pages are judged by both`);
    const defaultLimit = named("limit")?.schema?.default;
    const expand = named("expand_relations");
    const byDefault = expand?.schema?.default;
    return {
      id: get.operationId,
      name: get.tags[0] ?? get.operationId,
      path,
      xmlRoot: array.xml?.name ?? "",
      fields,
      relations: readRelations(fields, unjudged),
      paged: named("offset") !== undefined,
      ...(typeof defaultLimit === "number" ? { defaultLimit } : {}),
      declaresTotal: totalHeader in headers,
      ...(expand === undefined ? {} : { expand: typeof byDefault === "boolean" ? { byDefault } : {} }),
      parameters: taken.map(({ name }) => name ?? ""),
      given: taken
        .filter(({ name, required }) => required && name !== "offset")
        .map((one) => readGiven(get.operationId, one, unjudged)),
    };
  });
  if (unjudged.size > 0) throw new UnjudgedError([...unjudged]);
  return operations;
}

function readGiven(id: string, { name = "", in: place, example, schema }: Parameter, unjudged: Set<string>): Given {
  const value = example ?? schema?.example ?? schema?.default;
  if (value === undefined || (place !== "query" && place !== "header"))
    unjudged.add(`${id} requires the parameter ${name}, for which there is no value to send: give it an \`example\``);
  return { name, in: place as Given["in"], value: String(value) };
}

/** A nested object's identifier is named after it, except for the competent court (section 2.1). */
function readRelations(fields: readonly Field[], unjudged: Set<string>): Relation[] {
  return fields
    .filter((field) => field.type === "object")
    .flatMap((object) => {
      const id = [`${object.name}_id`, object.name.replace(/^([a-z]+)_/, "$1_id_")].find((name) =>
        fields.some((field) => field.name === name && field !== object),
      );
      if (id === undefined) {
        unjudged.add(`the object ${object.name} has no identifier beside it (section 2.1), such as ${object.name}_id`);
        return [];
      }
      return [{ object: object.name, id, hasOwnId: object.fields?.some((field) => field.name === "id") ?? false }];
    });
}
