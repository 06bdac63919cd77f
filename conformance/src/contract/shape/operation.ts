/** A JSON Schema (2020-12) of the OpenAPI document, with its references put in: ajv judges rows by it. */
export interface Schema {
  type?: string | readonly string[];
  format?: string;
  required?: readonly string[];
  properties?: Readonly<Record<string, Schema>>;
  items?: Schema;
  /** Any other keyword, such as `enum` or `maxLength`. */
  [keyword: string]: unknown;
}

/** A field of a resource, read from its schema for what is no matter of a schema: XML, the text of numbers, names. */
export interface Field {
  /** Empty for the items of a list. */
  name: string;
  type: "integer" | "number" | "string" | "boolean" | "object" | "array";
  /** `int32`, `int64`, `double`, `date`, `date-time`, `email` or any other, if the contract states one. */
  format?: string;
  required: boolean;
  /** Whether the contract says that it may be null. */
  nullable: boolean;
  /** The fields of a nested object. */
  fields?: readonly Field[];
  /** The items of a list. */
  items?: Field;
  /** The schema of its values. */
  schema: Schema;
}

/** A nested object and the identifier that it expands (specs/README.md, section 2.1). */
export interface Relation {
  object: string;
  id: string;
  /** Whether the nested object repeats its identifier. */
  hasOwnId: boolean;
}

/** One REST operation: everything that a requirement can select by. */
export interface Operation {
  /** As in the spec: `sjediste.list`. */
  id: string;
  /** Tag and resource: `sjediste`. */
  name: string;
  /** Path below `registerPath`: `/subjekt/`. */
  path: string;
  /** What it returns: rows, or one. */
  answer: "list" | "object";
  /** Whether it has XML beside JSON. */
  xml: boolean;
  xmlRoot: string;
  /** The parameters in its path. */
  inPath: readonly PathParameter[];
  /** The schema of a row. */
  row: Schema;
  /** The fields of a row, read from its schema. */
  fields: readonly Field[];
  relations: readonly Relation[];
  /** Whether the operation takes `offset`; every such operation takes `limit` as well. */
  paged: boolean;
  defaultLimit?: number;
  /** Whether `x-total-count` is promised. */
  declaresTotal: boolean;
  /** Present if `expand_relations` is a parameter; `byDefault` if its default is shown. */
  expand?: { byDefault?: boolean };
  /** Names of all parameters. */
  parameters: readonly string[];
  /** What every request sends in addition to `offset`: the required parameters, with the spec's examples. */
  given: readonly Given[];
}

/** A parameter in the path: `mbs` of `/subjekt/{mbs}`. */
export interface PathParameter {
  name: string;
  schema: Schema;
  /** The value that the spec shows. */
  example?: string;
}

/** A parameter, and the value that is sent for it. */
export interface Given {
  name: string;
  in: "query" | "header";
  value: string;
}

/** An operation as `pnpm generate` writes it: a list in JSON and XML without parameters in its path, unless it says otherwise. */
export type WrittenOperation = Omit<Operation, "fields" | "answer" | "xml" | "inPath"> &
  Partial<Pick<Operation, "answer" | "xml" | "inPath">>;
