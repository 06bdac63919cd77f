/** The operations of an OpenAPI document, with every `$ref` followed: what is generated, served and judged. */
import {
  nameOf,
  type OpenApi,
  type Operation,
  operationsOf,
  type Parameter,
  resolve,
  type Schema,
  serverPath,
} from "./openapi.ts";
import { allowedBy } from "./values.ts";

export interface RegisterOperation {
  /** Tag and verb, as it is called in the clients: `sjediste.list`. */
  id: string;
  tag: string;
  verb: string;
  path: string;
  /** As the document has it. */
  written: Operation;
  parameters: readonly Parameter[];
  /** Whether it takes an offset and a limit in its query. */
  paged: boolean;
  defaultLimit: number | undefined;
  /** Whether a header of the response has the total. */
  total: boolean;
  /** Set if `expand_relations` is a parameter, with its default if that is shown. */
  expand: { byDefault?: boolean } | undefined;
  /** The name of the array that it returns, which is that of the XML root. */
  root: string;
  /** The name of the rows' type. */
  row: string;
  /** The schema of a row, with what it refers to in its place, and nothing that allows and forbids no value. */
  rowSchema: Schema;
  fields: readonly Field[];
  relations: readonly Relation[];
}

export interface Field {
  name: string;
  type: string;
  format?: string;
  required: boolean;
  /** What else its schema says of its values. */
  allowed: readonly string[];
  /** Of an object. */
  fields?: readonly Field[];
}

/** A nested object and the identifier that it expands, which it may repeat. */
export interface Relation {
  object: string;
  id: string;
  hasOwnId: boolean;
}

/** Every operation of a document of the subset. A new one in the spec needs no new code. */
export const registerOperations = (document: OpenApi): RegisterOperation[] =>
  operationsOf(document).map(({ path, operation, id }) => {
    const [tag = ""] = operation.tags ?? [];
    const parameters = parametersOf(document, operation);
    const named = (name: string): Parameter | undefined => parameters.find((one) => one.name === name);
    const defaultLimit = named("limit")?.schema?.default;
    const expand = named("expand_relations")?.schema ?? {};
    const { headers = {}, content } = operation.responses?.["200"] ?? {};
    const schema = content?.["application/json"]?.schema;
    const items = resolve<Schema>(document, schema)?.items;
    const row = resolve<Schema>(document, items) ?? {};
    const fields = fieldsOf(document, row);
    return {
      id,
      tag,
      verb: id.slice(tag.length + 1),
      path,
      written: operation,
      parameters,
      paged: ["offset", "limit"].every((name) => parameters.some((one) => one.in === "query" && one.name === name)),
      defaultLimit: typeof defaultLimit === "number" ? defaultLimit : undefined,
      total: Object.keys(headers).some((name) => name.toLowerCase() === "x-total-count"),
      expand: named("expand_relations") && (typeof expand.default === "boolean" ? { byDefault: expand.default } : {}),
      root: nameOf(schema?.$ref),
      row: nameOf(items?.$ref),
      rowSchema: validating(document, row),
      fields,
      relations: relationsOf(fields),
    };
  });

const parametersOf = (document: OpenApi, { parameters = [] }: Operation): Parameter[] =>
  parameters.flatMap((parameter) => resolve<Parameter>(document, parameter) ?? []);

/** What neither allows nor forbids a value. */
const annotations = /^(title|description|default|examples?|deprecated|xml|x-.*)$/;

/** What validates values, of a schema that is in no circle: every keyword but annotations, with the schemas that it refers to. */
function validating(document: OpenApi, written: Schema): Schema {
  const { properties, ...schema } = resolve<Schema>(document, written) ?? {};
  const keywords = Object.entries(schema).filter(([keyword]) => !annotations.test(keyword));
  const fields = Object.entries(properties ?? {}).map(([name, field]) => [name, validating(document, field)] as const);
  return { ...Object.fromEntries(keywords), ...(properties && { properties: Object.fromEntries(fields) }) };
}

/** The fields of a row that is in no circle. */
const fieldsOf = (document: OpenApi, row: Schema): Field[] =>
  Object.entries(row.properties ?? {}).map(([name, property]) => {
    const schema = resolve<Schema>(document, property) ?? {};
    return {
      name,
      type: String(schema.type),
      required: row.required?.includes(name) ?? false,
      allowed: allowedBy(schema),
      ...(schema.format === undefined ? {} : { format: schema.format }),
      ...(schema.type === "object" ? { fields: fieldsOf(document, schema) } : {}),
    };
  });

/** A nested object's identifier is named after it, except for the competent court (section 2.1). */
const relationsOf = (fields: readonly Field[]): Relation[] =>
  fields
    .filter((field) => field.type === "object")
    .flatMap((object) => {
      const id = [`${object.name}_id`, object.name.replace(/^([a-z]+)_/, "$1_id_")].find((name) =>
        fields.some((field) => field.name === name && field !== object),
      );
      if (id === undefined) return [];
      return [{ object: object.name, id, hasOwnId: object.fields?.some((field) => field.name === "id") ?? false }];
    });

/** What precedes the path of every operation, such as `/javni`. */
export const basePathOf = (document: OpenApi): string => serverPath(document.servers?.[0]?.url ?? "");

/** The request header for the key, as the contract writes it. */
export const keyHeaderOf = ({ components }: OpenApi): string =>
  Object.values(components?.securitySchemes ?? {})[0]?.name ?? "";

/** What the mirror calls the list of an operation: like its tag, if that has no other operation. */
export function listName({ tag, verb }: RegisterOperation, all: readonly RegisterOperation[]): string {
  return all.filter((other) => other.tag === tag).length === 1 ? tag : `${tag}_${verb}`;
}

/** An integer that a JavaScript number may round: 64 bits, or no stated width. */
export const isExact = ({ type, format }: Schema | Field): boolean => type === "integer" && format !== "int32";

/** Paths of the exact integers among fields, such as `mbs` and `drzava.id`. */
export const integerPaths = (fields: readonly Field[]): string[] =>
  fields.flatMap((field) =>
    isExact(field) ? [field.name] : integerPaths(field.fields ?? []).map((path) => `${field.name}.${path}`),
  );

/** Whether a schema, which may be in a circle, has exact integers at any depth. */
export function hasExact(document: OpenApi, schema: Schema, above: Schema[] = []): boolean {
  const here = resolve<Schema>(document, schema);
  if (here === undefined || above.includes(here)) return false;
  return Object.values(here.properties ?? {}).some(
    (field) => isExact(field) || hasExact(document, field, [...above, here]),
  );
}

/** The type of a parameter in the clients. */
export function parameterType({ name, schema = {} }: Pick<Parameter, "name" | "schema">): string {
  if (schema.type === "integer") return isExact(schema) ? "number | bigint" : "number";
  // An offset may be given as a number, even where the contract says string.
  return name === "offset" && schema.type === "string" ? "number | string" : String(schema.type);
}

/** Whether every request sends the parameter, which the suite has no values of its own for. */
export const isGiven = ({ name, required = false }: Parameter): boolean => required && name !== "offset";

/** What is sent for a required parameter: the value of the spec's example. */
export const valueFor = ({ example, schema }: Parameter): unknown => example ?? schema?.example ?? schema?.default;
