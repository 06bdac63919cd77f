/** The operations as the suite judges them. */
import { type OpenApi, operationsOf, type Parameter, resolve, type Schema } from "./openapi.ts";
import { listOf, parametersOf } from "./operation-parts.ts";

/** As in `conformance/src/contract/shape/operation.ts`, which explains each property. */
export interface SuiteOperation {
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

/** Reads every operation of a document that is accepted. A new operation in the spec needs no new code. */
export const readOperations = (document: OpenApi): SuiteOperation[] =>
  operationsOf(document).map(({ path, operation, id }) => {
    const { root, fields: row } = listOf(document, operation);
    const fields = readFields(document, row);
    const taken = parametersOf(document, operation);
    const named = (name: string): Parameter | undefined => taken.find((parameter) => parameter.name === name);
    const defaultLimit = named("limit")?.schema?.default;
    const expand = named("expand_relations");
    const byDefault = expand?.schema?.default;
    return {
      id,
      name: operation.tags?.[0] ?? id,
      path,
      xmlRoot: root,
      fields,
      relations: readRelations(fields),
      paged: named("offset") !== undefined,
      ...(typeof defaultLimit === "number" ? { defaultLimit } : {}),
      declaresTotal: "x-total-count" in (operation.responses?.["200"]?.headers ?? {}),
      ...(expand === undefined ? {} : { expand: typeof byDefault === "boolean" ? { byDefault } : {} }),
      parameters: taken.map(({ name }) => name),
      given: taken
        .filter(isGiven)
        .map((parameter) => ({ name: parameter.name, in: parameter.in, value: String(valueFor(parameter)) })),
    };
  });

const readFields = (document: OpenApi, row: Schema): Field[] =>
  Object.entries(row.properties ?? {}).map(([name, property]) => {
    const schema = resolve<Schema>(document, property) ?? {};
    return {
      name,
      type: String(schema.type),
      required: row.required?.includes(name) ?? false,
      ...(schema.format === undefined ? {} : { format: schema.format }),
      ...(schema.type === "object" ? { fields: readFields(document, schema) } : {}),
    };
  });

/** Whether every request sends the parameter, which the suite has no values of its own for. */
export const isGiven = ({ name, required = false }: Parameter): boolean => required && name !== "offset";

/** What is sent for a required parameter: the value of the spec's example. */
export const valueFor = ({ example, schema }: Parameter): unknown => example ?? schema?.example ?? schema?.default;

/** A nested object's identifier is named after it, except for the competent court (section 2.1). */
const readRelations = (fields: readonly Field[]): SuiteOperation["relations"] =>
  fields
    .filter((field) => field.type === "object")
    .flatMap((object) => {
      const id = [`${object.name}_id`, object.name.replace(/^([a-z]+)_/, "$1_id_")].find((name) =>
        fields.some((field) => field.name === name && field !== object),
      );
      if (id === undefined) return [];
      return [{ object: object.name, id, hasOwnId: object.fields?.some((field) => field.name === "id") ?? false }];
    });
