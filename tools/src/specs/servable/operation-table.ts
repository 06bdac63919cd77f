/** The operations as the suite judges them, and what the document promises beyond what any requirement judges. */
import type { OpenApi, Operation as OperationObject, Parameter, Schema } from "../openapi.ts";
import { isObject, operationsOf, resolve } from "../openapi.ts";
import { parametersOf } from "../operation-parts.ts";
import type { Problem } from "./problem.ts";

/** As in `conformance/src/contract/operation.ts`, which explains each property. */
export interface Operation {
  id: string;
  name: string;
  path: string;
  xmlRoot: string;
  fields: readonly Field[];
  relations: readonly { object: string; id: string; hasOwnId: boolean }[];
  paged: boolean;
  defaultLimit?: number;
  declaresTotal: boolean;
  expand?: { byDefault?: boolean };
  parameters: readonly string[];
  given: readonly { name: string; in: string; value: string }[];
}

export interface Field {
  name: string;
  type: string;
  format?: string;
  required: boolean;
  fields?: readonly Field[];
}

/** The types of fields that requirements judge, each with its formats. */
const judgedFormats: Readonly<Record<string, readonly string[]>> = {
  integer: ["int32", "int64"],
  number: ["double"],
  string: ["date", "date-time", "email"],
  boolean: [],
  object: [],
};

/** The keywords that a schema may have: others, such as `enum` or `maxLength`, would be promised and never judged or sent by. */
const judgedKeywords: ReadonlySet<string> = new Set([
  ...["$ref", "type", "format", "items", "properties", "required", "xml"],
  ...["title", "description", "deprecated", "example", "examples"],
]);

/** How to get a new keyword, type or format into the contract. */
const teach =
  "Describe it in prose instead, or teach it first to the suite, and let tools/src/specs/servable/operation-table.ts know; if it is a type or a format, teach it to the reference server too (packages/reference-server/src/contract/register.ts).";

/** Reads every operation of a document of the right shape. A new operation in the spec needs no new code. */
export function readOperations(document: OpenApi): { operations: Operation[]; unjudged: Problem[] } {
  const unjudged: Problem[] = [];
  const operations = operationsOf(document).map(({ path, operation }) => {
    // A set, because an operation may use a schema more than once.
    const clauses = new Set<string>();
    const read = readOperation(document, path, operation, clauses);
    for (const clause of clauses)
      unjudged.push({ at: ["paths", path, "get"], message: `The conformance suite cannot judge this: ${clause}` });
    return read;
  });
  return { operations, unjudged };
}

function readOperation(document: OpenApi, path: string, operation: OperationObject, unjudged: Set<string>): Operation {
  const { operationId: id = "", tags = [] } = operation;
  const { headers = {}, content } = operation.responses?.["200"] ?? {};
  const array = resolve<Schema>(document, content?.["application/json"]?.schema) ?? {};
  const row = resolve<Schema>(document, array.items) ?? {};
  judgeKeywords(`the resource of ${id}`, [array, row], unjudged);
  const fields = readFields(document, row, unjudged);
  const taken = parametersOf(document, operation, `paths ${path}`);
  for (const { name, schema: { default: _, ...schema } = {} } of taken)
    judgeKeywords(`the parameter ${name}`, [schema], unjudged);
  const named = (name: string): Parameter | undefined => taken.find((parameter) => parameter.name === name);
  const paged = named("offset") !== undefined;
  if (paged && named("limit") === undefined)
    unjudged.add(`${id} takes offset without limit: pages are judged by both.`);
  const defaultLimit = named("limit")?.schema?.default;
  const expand = named("expand_relations");
  const byDefault = expand?.schema?.default;
  return {
    id,
    name: tags[0] ?? id,
    path,
    xmlRoot: String(isObject(array.xml) ? array.xml.name : ""),
    fields,
    relations: readRelations(fields, unjudged),
    paged,
    ...(typeof defaultLimit === "number" ? { defaultLimit } : {}),
    declaresTotal: "x-total-count" in headers,
    ...(expand === undefined ? {} : { expand: typeof byDefault === "boolean" ? { byDefault } : {} }),
    parameters: taken.map(({ name }) => name),
    given: taken
      .filter(({ name, required }) => required && name !== "offset")
      .map((parameter) => readGiven(id, parameter, unjudged)),
  };
}

function judgeKeywords(where: string, parts: readonly object[], unjudged: Set<string>): void {
  for (const keyword of parts.flatMap(Object.keys))
    if (!judgedKeywords.has(keyword) && !/^x-/.test(keyword))
      unjudged.add(`${where} has \`${keyword}\`, which no requirement judges. ${teach}`);
}

const readFields = (document: OpenApi, schema: Schema, unjudged: Set<string>): Field[] =>
  Object.entries(schema.properties ?? {}).map(([name, property]) =>
    readField(document, name, property, schema.required?.includes(name) ?? false, unjudged),
  );

function readField(document: OpenApi, name: string, property: Schema, required: boolean, unjudged: Set<string>): Field {
  const schema = resolve<Schema>(document, property) ?? {};
  const type = String(schema.type);
  const formats = typeof schema.type === "string" ? judgedFormats[type] : undefined;
  judgeKeywords(`the field ${name}`, [property, schema], unjudged);
  if (formats === undefined)
    unjudged.add(`the field ${name} is of the type ${type}, which no requirement judges. ${teach}`);
  else if (schema.format !== undefined && !formats.includes(schema.format))
    unjudged.add(`the field ${name} is of the format ${schema.format}, which no requirement judges. ${teach}`);
  return {
    name,
    type,
    required,
    ...(schema.format === undefined ? {} : { format: schema.format }),
    ...(type === "object" ? { fields: readFields(document, schema, unjudged) } : {}),
  };
}

/** What every request sends for a required parameter: the value of the spec's example. */
function readGiven(
  id: string,
  { name, in: place, example, schema }: Parameter,
  unjudged: Set<string>,
): Operation["given"][number] {
  const value = example ?? schema?.example ?? schema?.default;
  if (value === undefined)
    unjudged.add(`${id} requires the parameter ${name}, for which there is no value to send: give it an \`example\`.`);
  return { name, in: place, value: String(value) };
}

/** A nested object's identifier is named after it, except for the competent court (section 2.1). */
function readRelations(fields: readonly Field[], unjudged: Set<string>): Operation["relations"] {
  return fields
    .filter((field) => field.type === "object")
    .flatMap((object) => {
      const id = [`${object.name}_id`, object.name.replace(/^([a-z]+)_/, "$1_id_")].find((name) =>
        fields.some((field) => field.name === name && field !== object),
      );
      if (id === undefined) {
        unjudged.add(`the object ${object.name} has no identifier beside it (section 2.1), such as ${object.name}_id.`);
        return [];
      }
      return [{ object: object.name, id, hasOwnId: object.fields?.some((field) => field.name === "id") ?? false }];
    });
}
