import { boundsIn } from "./bounds.ts";
import type { Field, Kind, RowType } from "./fields.ts";

/** The parts of an OpenAPI schema that rows are made of. */
interface Schema {
  readonly type?: string;
  readonly format?: string;
  readonly $ref?: string;
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
  readonly schema?: Schema;
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

/** The OpenAPI document of the REST interface, as far as the server reads it. */
export interface RegisterDocument {
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly parameters?: Readonly<Record<string, ParameterObject>>;
    readonly securitySchemes: Readonly<Record<string, { readonly name: string }>>;
  };
}

export type ParameterName = "offset" | "limit" | "timestamp_id" | "expand_relations" | "tvrtka_naziv" | "only_active";

/** A query parameter that an operation takes. */
export interface Parameter {
  readonly name: ParameterName;
  readonly required: boolean;
  readonly default: unknown;
}

/** One operation of the REST interface, read from the document. */
export interface Operation {
  /** Path below the base path. */
  readonly path: string;
  readonly row: RowType;
  readonly xmlRoot: string;
  readonly parameters: ReadonlyMap<string, Parameter>;
  /** Whether the total goes into `x-total-count` (section 4.3). */
  readonly totals: boolean;
}

/** The REST interface as the server serves it. */
export interface RegisterContract {
  /** What precedes the path of every operation, such as `/javni`. */
  readonly basePath: string;
  readonly keyHeader: string;
  readonly operations: readonly Operation[];
  readonly rows: readonly RowType[];
  /** Parts of the document that are not served, each with the reason. */
  readonly unserved: readonly string[];
}

/** The parameters that the server implements; an operation that takes any other is not served. */
const knownParameters: ReadonlySet<string> = new Set<ParameterName>([
  "offset",
  "limit",
  "timestamp_id",
  "expand_relations",
  "tvrtka_naziv",
  "only_active",
]);

const kinds: Readonly<Record<string, Kind>> = {
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

const refName = (ref: string): string => ref.slice(ref.lastIndexOf("/") + 1);

/** Reads operations, rows and parameters from the document. What cannot be served is listed, never guessed. */
export function readRegister(document: RegisterDocument): RegisterContract {
  const operations: Operation[] = [];
  const unserved: string[] = [];
  const rows = new Map<string, RowType>();
  for (const [path, item] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(item)) {
      try {
        if (method !== "get") throw new Error("only GET is served");
        const response = readResponse(document, operation as OperationObject);
        // Its rows are loaded even if the operation is not served: they are known, and searches may use them.
        rows.set(response.row.name, response.row);
        operations.push({ path, ...response, parameters: readParameters(document, operation as OperationObject) });
      } catch (error) {
        unserved.push(`${method.toUpperCase()} ${path}: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
  }
  const [server] = document.servers;
  const [scheme] = Object.values(document.components.securitySchemes);
  if (!server?.url.startsWith(root) || scheme === undefined)
    throw new Error(`register.openapi.json needs a server below ${root}, and a key.`);
  const basePath = server.url.slice(root.length);
  return { basePath, keyHeader: scheme.name, operations, rows: [...rows.values()], unserved };
}

function readResponse(
  document: RegisterDocument,
  operation: OperationObject,
): Pick<Operation, "row" | "xmlRoot" | "totals"> {
  const response = operation.responses?.["200"];
  const schema = resolve(document, response?.content?.["application/json"]?.schema);
  const xml = resolve(document, response?.content?.["application/xml"]?.schema);
  const item = schema?.items?.$ref;
  if (schema?.type !== "array" || item === undefined)
    throw new Error("the response is not an array of a named resource");
  if (xml?.xml?.name === undefined) throw new Error("the response has no XML root name");
  return {
    row: readRow(document, refName(item), readExamples(response?.content?.["application/json"])),
    xmlRoot: xml.xml.name,
    totals: response?.headers?.["x-total-count"] !== undefined,
  };
}

/** The rows of all examples. */
const readExamples = (json: MediaType | undefined): RowType["examples"] =>
  Object.values(json?.examples ?? {}).flatMap(({ value }) => (Array.isArray(value) ? value : []));

function readParameters(document: RegisterDocument, operation: OperationObject): Operation["parameters"] {
  const parameters = (operation.parameters ?? []).map((parameter) => readParameter(document, parameter));
  return new Map(parameters.map((parameter) => [parameter.name, parameter]));
}

function resolve(document: RegisterDocument, schema: Schema | undefined): Schema | undefined {
  return schema?.$ref === undefined ? schema : document.components.schemas[refName(schema.$ref)];
}

function readParameter(document: RegisterDocument, reference: ParameterObject): Parameter {
  const parameter = reference.$ref ? document.components.parameters?.[refName(reference.$ref)] : reference;
  const name = parameter?.name ?? "?";
  if (parameter?.in !== "query" || !knownParameters.has(name)) {
    throw new Error(`it takes the parameter ${name}, which this server does not know`);
  }
  return {
    name: name as ParameterName,
    required: parameter.required ?? false,
    default: parameter.schema?.default,
  };
}

function readRow(document: RegisterDocument, name: string, examples: RowType["examples"]): RowType {
  const schema = document.components.schemas[name];
  if (schema?.properties === undefined) throw new Error(`${name} is not an object with fields`);
  return { name, fields: readFields(document, schema), examples };
}

function readFields(document: RegisterDocument, schema: Schema): Field[] {
  const properties = schema.properties ?? {};
  return Object.entries(properties).map(([name, property]): Field => {
    const target = resolve(document, property);
    if (target?.properties !== undefined) {
      const idField = Object.keys(properties).find((other) => other !== name && other.replace("_id", "") === name);
      return {
        name,
        kind: "object",
        schema: property.$ref ? refName(property.$ref) : name,
        fields: readFields(document, target),
        idField,
      };
    }
    const kind = kinds[`${target?.type ?? ""}/${target?.format ?? ""}`];
    if (kind === undefined) throw new Error(`the field ${name} is of a type this server does not know`);
    const bounds = boundsIn(target ?? {});
    return { name, kind, required: schema.required?.includes(name) ?? false, ...(bounds.length > 0 && { bounds }) };
  });
}
