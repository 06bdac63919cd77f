import { boundsIn } from "./bounds.ts";
import { type Field, type FieldKind, isExpanded, isScalar, type RowType, type ScalarField } from "./fields.ts";

/** The parts of an OpenAPI schema that rows are made of. */
interface Schema {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly $ref?: string;
  readonly allOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly default?: unknown;
  readonly xml?: { readonly name?: string };
  readonly [keyword: string]: unknown;
}

interface ParameterObject {
  readonly $ref?: string;
  readonly name?: string;
  readonly in?: string;
  readonly required?: boolean;
  readonly explode?: boolean;
  readonly example?: unknown;
  readonly schema?: Schema;
}

interface PathItem {
  readonly parameters?: readonly ParameterObject[];
  readonly [method: string]: unknown;
}

interface OperationObject {
  readonly parameters?: readonly ParameterObject[];
  readonly responses?: Readonly<Record<string, ResponseObject>>;
}

interface ResponseObject {
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content?: Readonly<Record<string, MediaType>>;
}

interface MediaType {
  readonly schema?: Schema;
  readonly examples?: Readonly<Record<string, { readonly value?: unknown }>>;
}

interface SecurityScheme {
  readonly type?: string;
  readonly name?: string;
}

/** The OpenAPI document of the REST interface, as far as the server reads it. */
export interface RegisterDocument {
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly parameters?: Readonly<Record<string, ParameterObject>>;
    readonly securitySchemes: Readonly<Record<string, SecurityScheme>>;
  };
}

export type ParameterName = "offset" | "limit" | "timestamp_id" | "expand_relations" | "tvrtka_naziv" | "only_active";

/** A parameter that an operation takes. */
export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required: boolean;
  readonly default: unknown;
  /** What one value of it is. */
  readonly value: ScalarField;
  /** Of a list of values: whether each has a parameter of its own; otherwise, commas are between them. */
  readonly list?: { readonly exploded: boolean };
  /** The value that the contract shows. */
  readonly example?: unknown;
}

/** One operation of the REST interface, read from the document. */
export interface Operation {
  /** Path below the base path. */
  readonly path: string;
  readonly row: RowType;
  /** Whether it answers rows, or one. */
  readonly answer: "list" | "object";
  /** Whether there is XML beside JSON. */
  readonly xml: boolean;
  readonly xmlRoot: string;
  /** The parameters of the query that have an effect of their own, by name. */
  readonly parameters: ReadonlyMap<string, Parameter>;
  /** All others: where a row has a field of that name, it selects rows; otherwise, its value is only checked. */
  readonly selecting: readonly Parameter[];
  /** Whether the total goes into `x-total-count` (section 4.3). */
  readonly totals: boolean;
}

/** The REST interface as the server serves it. */
export interface RegisterContract {
  /** What precedes the path of every operation, such as `/javni`. */
  readonly basePath: string;
  /** The header for a key; empty if there are tokens alone. */
  readonly keyHeader: string;
  readonly operations: readonly Operation[];
  readonly rows: readonly RowType[];
  /** Parts of the document that are not served, each with the reason. */
  readonly unserved: readonly string[];
}

/** The parameters of the query that have an effect of their own. */
const knownParameters: ReadonlySet<string> = new Set<ParameterName>([
  "offset",
  "limit",
  "timestamp_id",
  "expand_relations",
  "tvrtka_naziv",
  "only_active",
]);

const kinds: Readonly<Record<string, FieldKind>> = {
  "integer/int32": "int32",
  "integer/int64": "int64",
  "integer/": "integer",
  "number/": "double",
  "number/double": "double",
  "string/": "string",
  "string/date": "date",
  "string/date-time": "date-time",
  "string/email": "email",
  "boolean/": "boolean",
};

/** Where the service stands, in the URLs of the document. */
const root = "{base_url}";

/** Reads operations, rows and parameters from the document. What cannot be served is listed, never guessed. */
export function readRegister(document: RegisterDocument): RegisterContract {
  const operations: Operation[] = [];
  const unserved: string[] = [];
  const rows = new Map<string, RowType>();
  for (const [path, { parameters: shared = [], ...item }] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(item)) {
      if (!methods.has(method)) continue;
      try {
        if (method !== "get") throw new Error("only GET is served");
        const response = readResponse(document, operation as OperationObject);
        const parameters = readParameters(document, [...shared, ...((operation as OperationObject).parameters ?? [])]);
        const row = withExamples(rows.get(response.row.name), response.row, parameters);
        // Its rows are loaded even if the operation is not served: they are known, and searches may use them.
        rows.set(row.name, row);
        refuseUnfound(row, parameters);
        operations.push({ path, ...response, row, ...bySelection(parameters) });
      } catch (error) {
        unserved.push(`${method.toUpperCase()} ${path}: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
  }
  const [server] = document.servers;
  const schemes = Object.values(document.components.securitySchemes);
  if (!server?.url.startsWith(root) || schemes.length === 0)
    throw new Error(`register.openapi.json needs a server below ${root}, and a key or tokens.`);
  const basePath = server.url.slice(root.length);
  const keyHeader = schemes.find(({ type }) => type !== "oauth2")?.name ?? "";
  const found = (operation: Operation): Operation => ({
    ...operation,
    row: rows.get(operation.row.name) ?? operation.row,
  });
  return { basePath, keyHeader, operations: operations.map(found), rows: [...rows.values()], unserved };
}

const methods: ReadonlySet<string> = new Set("get put post delete options head patch trace".split(" "));

/** A row type with what several operations show of it; of a row that is looked up by a parameter, with the parameter's example. */
function withExamples(known: RowType | undefined, row: RowType, parameters: readonly Parameter[]): RowType {
  const looked = parameters.filter(({ in: place, example }) => place === "path" && example !== undefined);
  const [first = {}, ...others] = row.examples;
  const asked = { ...first, ...Object.fromEntries(looked.map(({ name, example }) => [name, example])) };
  const examples = [...(known?.examples ?? []), ...(looked.length > 0 ? [asked, ...others] : row.examples)];
  return { ...row, examples };
}

/** A row that a parameter in the path names is found by its field of that name. */
function refuseUnfound({ name: row, fields }: RowType, parameters: readonly Parameter[]): void {
  for (const { name, in: place, list } of parameters)
    if (place === "path" && (list || !fields.some((field) => field.name === name && isScalar(field))))
      throw new Error(`the parameter ${name} in the path is no field of ${row} with one value, to find rows by`);
}

function bySelection(parameters: readonly Parameter[]): Pick<Operation, "parameters" | "selecting"> {
  const isKnown = ({ name, in: place }: Parameter): boolean => place === "query" && knownParameters.has(name);
  return {
    parameters: new Map(parameters.filter(isKnown).map((parameter) => [parameter.name, parameter])),
    selecting: parameters.filter((parameter) => !isKnown(parameter)),
  };
}

function readResponse(
  document: RegisterDocument,
  operation: OperationObject,
): Pick<Operation, "row" | "answer" | "xml" | "xmlRoot" | "totals"> {
  const response = operation.responses?.["200"];
  const content = response?.content ?? {};
  const body = content["application/json"]?.schema;
  const { type, items, properties, xml } = shapeOf(document, body);
  const written = content["application/xml"] !== undefined;
  const isObject = properties !== undefined;
  const row = isObject ? body : items;
  if (row === undefined || (!isObject && type !== "array"))
    throw new Error("the response is neither an array of a resource nor an object");
  const list = shapeOf(document, content["application/xml"]?.schema).xml?.name;
  const root = isObject ? (xml?.name ?? refName(document, body) ?? "") : list;
  if (written && root === undefined) throw new Error("the response has no XML root name");
  return {
    row: readRow(document, refName(document, row) ?? refName(document, body) ?? "row", row, readExamples(content)),
    answer: isObject ? "object" : "list",
    xml: written,
    xmlRoot: root ?? "",
    totals: response?.headers?.["x-total-count"] !== undefined,
  };
}

/** The rows of all examples. */
const readExamples = (content: Readonly<Record<string, MediaType>>): RowType["examples"] =>
  Object.values(content["application/json"]?.examples ?? {}).flatMap(({ value }) =>
    Array.isArray(value) ? value : typeof value === "object" && value !== null ? [value as RowType["examples"][0]] : [],
  );

/** Those of an operation replace those of its path. */
function readParameters(document: RegisterDocument, written: readonly ParameterObject[]): Parameter[] {
  const all = written.map((parameter) => readParameter(document, parameter));
  return all.filter(
    (one, index) => !all.slice(index + 1).some((later) => later.name === one.name && later.in === one.in),
  );
}

/** The name of the component that a schema refers to: of the last one, where a component is only a reference itself. */
function refName(document: RegisterDocument, schema: Schema | undefined): string | undefined {
  if (schema?.$ref === undefined) return undefined;
  const name = lastOf(schema.$ref);
  const target = document.components.schemas[name];
  const isAlias = target?.$ref !== undefined && Object.keys(target).length === 1;
  return isAlias ? refName(document, target) : name;
}

const lastOf = (ref: string): string => ref.slice(ref.lastIndexOf("/") + 1);

/** A schema in one form. */
interface Shape extends Schema {
  readonly type?: string;
  readonly nullable: boolean;
}

/** The parts of a schema: what it refers to, what it is all of, what it is unless null, and what it says itself. */
function partsOf(document: RegisterDocument, schema: Schema): Schema[] {
  const { $ref, allOf = [], anyOf, oneOf, ...own } = schema;
  const target = $ref === undefined ? undefined : document.components.schemas[lastOf($ref)];
  const choices = ((anyOf ?? oneOf ?? []) as readonly Schema[]).filter(({ type }) => type !== "null");
  const inner = [...(target ? [target] : []), ...allOf, ...choices].flatMap((part) => partsOf(document, part));
  return [...inner, ...(choices.length > 0 ? [{ nullable: true }] : []), own];
}

/** A schema with its references followed, its parts in one, and null apart from its type. */
function shapeOf(document: RegisterDocument, schema: Schema | undefined): Shape {
  const parts = partsOf(document, schema ?? {});
  const merged: Schema = Object.assign({}, ...parts);
  const properties = parts.flatMap((part) => Object.entries(part.properties ?? {}));
  const required = parts.flatMap((part) => part.required ?? []);
  const types = [merged.type ?? typeOf(merged)].flat();
  const type = types.find((one) => one !== "null");
  const { type: _, ...others } = merged;
  return {
    ...others,
    ...(properties.length > 0 && { properties: Object.fromEntries(properties) }),
    ...(required.length > 0 && { required }),
    ...(type === undefined ? {} : { type }),
    nullable: merged.nullable === true || types.includes("null"),
  };
}

/** The type of the values of a schema that does not name it. */
function typeOf(schema: Schema): string | undefined {
  if (schema.items !== undefined) return "array";
  const value = "const" in schema ? schema.const : (schema.enum as readonly unknown[] | undefined)?.find(Boolean);
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  return value === undefined || value === null ? undefined : typeof value;
}

function readParameter(document: RegisterDocument, reference: ParameterObject): Parameter {
  const parameter = reference.$ref ? document.components.parameters?.[lastOf(reference.$ref)] : reference;
  const name = parameter?.name ?? "?";
  const place = parameter?.in;
  if (place !== "path" && place !== "query" && place !== "header")
    throw new Error(`it takes the parameter ${name} in ${place}, which this server does not know`);
  const { schema, required = false, explode = place === "query", example } = parameter ?? {};
  const shape = shapeOf(document, schema);
  const value = readField(document, name, shape.type === "array" ? shape.items : schema, required);
  if (!isScalar(value)) throw new Error(`the parameter ${name} is of a type this server does not know`);
  return {
    name,
    in: place,
    required,
    default: shape.default,
    value,
    ...(shape.type === "array" && { list: { exploded: explode } }),
    ...exampleOf(example ?? shape.example ?? shape.default),
  };
}

const exampleOf = (example: unknown): { example?: unknown } => (example === undefined ? {} : { example });

function readRow(document: RegisterDocument, name: string, schema: Schema, examples: RowType["examples"]): RowType {
  const shape = shapeOf(document, schema);
  if (shape.properties === undefined) throw new Error(`${name} is not an object with fields`);
  return { name, fields: readFields(document, shape), examples };
}

function readFields(document: RegisterDocument, { properties = {}, required }: Shape): Field[] {
  const names = Object.keys(properties);
  const fields = Object.entries(properties).map(([name, property]): Field => {
    const field = readField(document, name, property, required?.includes(name) ?? false);
    const idField = names.find((other) => other !== name && other.replace("_id", "") === name);
    return field.kind === "object" ? { ...field, idField } : field;
  });
  // What must be there, must have an id to be known by.
  const needed = new Set(fields.filter((field) => isExpanded(field) && field.required).map((field) => idOf(field)));
  return fields.map((field) => (isScalar(field) && needed.has(field.name) ? { ...field, required: true } : field));
}

const idOf = (field: Field): string | undefined => (field.kind === "object" ? field.idField : undefined);

function readField(document: RegisterDocument, name: string, written: Schema | undefined, required: boolean): Field {
  const shape = shapeOf(document, written);
  const { type, format = "", nullable, properties, items } = shape;
  const common = { name, required, ...(nullable && { nullable }) };
  if (properties !== undefined) {
    const schema = refName(document, written) ?? nullableName(document, written) ?? name;
    return { ...common, kind: "object", schema, fields: readFields(document, shape), idField: undefined };
  }
  if (type === "array" && items !== undefined)
    return { ...common, kind: "list", items: readField(document, "", items, false) };
  const kind = kinds[`${type ?? ""}/${format}`] ?? kinds[`${type ?? ""}/`];
  if (kind === undefined) throw new Error(`the field ${name} is of a type this server does not know`);
  const bounds = boundsIn(shape);
  return { ...common, kind, ...(bounds.length > 0 && { bounds }) };
}

/** The name of the schema of an object that may be null. */
const nullableName = (document: RegisterDocument, { anyOf, oneOf, allOf }: Schema = {}): string | undefined =>
  ((anyOf ?? oneOf ?? allOf ?? []) as readonly Schema[]).map((one) => refName(document, one)).find(Boolean);
