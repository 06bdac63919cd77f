/** The operations of an OpenAPI document, with every `$ref` followed: what is generated, served and judged. */
import {
  type OpenApi,
  type Operation,
  operationsOf,
  type Parameter,
  type PathItem,
  resolve,
  type Schema,
  serverPath,
} from "./openapi.ts";
import { componentOf, shapeOf, validating } from "./shapes.ts";
import { allowedBy, literalOf, valuesOf } from "./values.ts";

export interface RegisterOperation {
  /** Tag and verb, as it is called in the clients: `sjediste.list`. */
  id: string;
  tag: string;
  verb: string;
  path: string;
  /** As the document has it. */
  written: Operation;
  /** With the schema that each refers to. Those in the path stand in `path` as `{name}`. */
  parameters: readonly Parameter[];
  /** What status 200 returns: rows, or one. */
  answer: "list" | "object";
  /** Whether it has XML beside JSON. */
  xml: boolean;
  /** Whether it takes an offset and a limit in its query. */
  paged: boolean;
  defaultLimit: number | undefined;
  /** Whether a header of the response has the total. */
  total: boolean;
  /** Set if `expand_relations` is a parameter, with its default if that is shown. */
  expand: { byDefault?: boolean } | undefined;
  /** The name of the array or of the object that it returns, which is that of the XML root. */
  root: string;
  /** The name of the rows' type. */
  row: string;
  /** What validates a row, with what it refers to in its place. */
  rowSchema: Schema;
  fields: readonly Field[];
  relations: readonly Relation[];
}

export interface Field {
  /** Empty for the items of a list. */
  name: string;
  type: "string" | "integer" | "number" | "boolean" | "object" | "array";
  /** Whether the contract says that it may be null. */
  nullable: boolean;
  format?: string;
  required: boolean;
  /** What else its schema says of its values. */
  allowed: readonly string[];
  /** Of an object. */
  fields?: readonly Field[];
  /** Of a list. */
  items?: Field;
}

/** A nested object and the identifier that it expands, which it may repeat. */
export interface Relation {
  object: string;
  id: string;
  hasOwnId: boolean;
}

/** Every operation of a document of the subset. A new one in the spec needs no new code. */
export const registerOperations = (document: OpenApi): RegisterOperation[] =>
  operationsOf(document).map(({ path, item, operation, id }) => {
    const [tag = ""] = operation.tags ?? [];
    const parameters = parametersOf(document, item, operation);
    const named = (name: string): Parameter | undefined => parameters.find((one) => one.name === name);
    const defaultLimit = named("limit")?.schema?.default;
    const expand = named("expand_relations")?.schema ?? {};
    const { headers = {}, content = {} } = operation.responses?.["200"] ?? {};
    const body = content["application/json"]?.schema;
    const { type, items } = shapeOf(document, body);
    const answer = type === "array" ? "list" : "object";
    const row = (answer === "list" ? items : body) ?? {};
    const fields = fieldsOf(document, row);
    return {
      id,
      tag,
      verb: id.slice(tag.length + 1),
      path,
      written: operation,
      parameters,
      answer,
      xml: "application/xml" in content,
      paged: ["offset", "limit"].every((name) => parameters.some((one) => one.in === "query" && one.name === name)),
      defaultLimit: typeof defaultLimit === "number" ? defaultLimit : undefined,
      total: Object.keys(headers).some((name) => name.toLowerCase() === "x-total-count"),
      expand: named("expand_relations") && (typeof expand.default === "boolean" ? { byDefault: expand.default } : {}),
      root: componentOf(document, body),
      row: componentOf(document, row),
      rowSchema: validating(document, row),
      fields,
      relations: relationsOf(fields),
    };
  });

/** Those of the path and those of the operation, which replace the path's of the same name and place. */
function parametersOf(document: OpenApi, item: PathItem, operation: Operation): Parameter[] {
  const all = [...(item.parameters ?? []), ...(operation.parameters ?? [])].flatMap(
    (parameter) => resolve<Parameter>(document, parameter) ?? [],
  );
  return all
    .filter((one, index) => !all.slice(index + 1).some((later) => later.name === one.name && later.in === one.in))
    .map((one) => ({ ...one, schema: sentBy(document, one.schema) }));
}

/** The schema of a parameter, with those that it refers to. */
function sentBy(document: OpenApi, schema: Schema | undefined): Schema {
  const { nullable: _, ...sent } = shapeOf(document, schema);
  return sent.items ? { ...sent, items: sentBy(document, sent.items) } : sent;
}

/** The fields of an object that is in no circle. */
function fieldsOf(document: OpenApi, object: Schema): Field[] {
  const { properties = {}, required = [] } = shapeOf(document, object);
  return Object.entries(properties).map(([name, property]) =>
    fieldOf(document, name, property, required.includes(name)),
  );
}

function fieldOf(document: OpenApi, name: string, property: Schema, required: boolean): Field {
  const schema = shapeOf(document, property);
  return {
    name,
    type: schema.type as Field["type"],
    nullable: schema.nullable,
    required,
    allowed: allowedBy(schema),
    ...(schema.format === undefined ? {} : { format: schema.format }),
    ...(schema.type === "object" ? { fields: fieldsOf(document, schema) } : {}),
    ...(schema.type === "array" ? { items: fieldOf(document, "", schema.items ?? {}, true) } : {}),
  };
}

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

/** How the service knows who asks: by a key, by a token (OAuth 2 client credentials), or by either. */
export interface Access {
  /** The request header for the key, as the contract writes it. */
  keyHeader?: string;
  /** Whether there are tokens. */
  tokens: boolean;
  /** Where tokens are got; none if the contract states no whole URL, but leaves that to whoever runs the service. */
  tokenUrl?: string;
}

export function accessOf({ components }: OpenApi): Access {
  const schemes = Object.values(components?.securitySchemes ?? {});
  const keyHeader = schemes.find(({ type }) => type === "apiKey")?.name;
  const token = schemes.find(({ type }) => type === "oauth2");
  const tokenUrl = token?.flows?.clientCredentials?.tokenUrl;
  return {
    tokens: token !== undefined,
    ...(keyHeader !== undefined && { keyHeader }),
    ...(tokenUrl?.startsWith("http") === true && { tokenUrl }),
  };
}

/** Whether the mirror copies it: a list that takes nothing which only a caller knows. It asks for each place in a paged one. */
export const isCopied = ({ answer, paged, parameters }: RegisterOperation): boolean =>
  answer === "list" &&
  parameters.every(({ name, required }) => !required || (paged && (name === "offset" || name === "limit")));

/**
 * What the mirror calls the list of an operation that it copies: like its tag, if its verb is `list` or no other operation of the tag is
 * copied. So a list keeps its name when its resource gets another operation.
 */
export function listName({ tag, verb }: RegisterOperation, all: readonly RegisterOperation[]): string {
  const isAlone = all.filter((other) => other.tag === tag && isCopied(other)).length === 1;
  return verb === "list" || isAlone ? tag : `${tag}_${verb}`;
}

/** An integer that a JavaScript number may round: 64 bits, or no stated width. */
export const isExact = ({ type, format }: Schema | Field): boolean => type === "integer" && format !== "int32";

/** Paths of the exact integers among fields, such as `mbs` and `drzava.id`; `[]` stands for each item of a list: `brojevi[]`, `adrese[].id`. */
export const integerPaths = (fields: readonly Field[]): string[] =>
  fields.flatMap((field) => pathsIn(field).map((path) => field.name + path));

/** The same of one field, from below it. */
function pathsIn(field: Field): string[] {
  if (isExact(field)) return [""];
  if (field.items) return pathsIn(field.items).map((path) => `[]${path}`);
  return integerPaths(field.fields ?? []).map((path) => `.${path}`);
}

/** Whether a schema, which may be in a circle, has exact integers at any depth, or is one. */
export function hasExact(document: OpenApi, schema: Schema, above: Schema[] = []): boolean {
  const target = resolve<Schema>(document, schema);
  if (target === undefined || above.includes(target)) return false;
  const { properties = {}, items, allOf = [], anyOf = [], oneOf = [] } = target;
  if ([target.type ?? []].flat().some((type) => isExact({ ...target, type }))) return true;
  const below = [...Object.values(properties), ...(items ? [items] : []), allOf, anyOf, oneOf].flat() as Schema[];
  return below.some((one) => hasExact(document, one, [...above, target]));
}

/** The type of a parameter in the clients. */
export function parameterType({ name, schema = {} }: Pick<Parameter, "name" | "schema">): string {
  const values = valuesOf(schema);
  if (values) return values.map(literalOf).join(" | ");
  if (schema.type === "array") {
    const item = parameterType({ name: "", schema: schema.items ?? {} });
    return `readonly ${item.includes(" | ") ? `(${item})` : item}[]`;
  }
  if (schema.type === "integer") return isExact(schema) ? "number | bigint" : "number";
  // An offset may be given as a number, even where the contract says string.
  return name === "offset" && schema.type === "string" ? "number | string" : String(schema.type);
}

/** Whether every request sends the parameter, which the suite has no values of its own for. */
export const isGiven = (parameter: Parameter): boolean =>
  (parameter.required === true && parameter.name !== "offset") ||
  (isSentAnyway(parameter) && valueFor(parameter) !== undefined);

/** The header that `fetch` sends where a request has none: as `*`, which no language of the spec may be. */
const isSentAnyway = ({ name, in: place }: Parameter): boolean =>
  place === "header" && name.toLowerCase() === "accept-language";

/** What is sent for a parameter: the value of the spec's example, or the first that the spec lists. */
export const valueFor = ({ example, schema }: Parameter): unknown =>
  example ?? schema?.example ?? schema?.default ?? (schema?.enum as unknown[] | undefined)?.[0];
