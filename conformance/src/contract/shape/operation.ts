/** A field of a resource, as the contract describes it. */
export interface Field {
  name: string;
  type: "integer" | "number" | "string" | "boolean" | "object";
  /** `int32`, `int64`, `double`, `date`, `date-time` or `email`, if the contract states one. */
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

/** One REST operation: everything that a requirement can select by. */
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
  /** Present if `expand_relations` is a parameter; `byDefault` if its default is shown. */
  expand?: { byDefault?: boolean };
  /** Names of all parameters. */
  parameters: readonly string[];
  /** What every request sends in addition to `offset`: the required parameters, with the spec's examples. */
  given: readonly Given[];
}

/** A parameter, and the value that is sent for it. */
export interface Given {
  name: string;
  in: "query" | "header";
  value: string;
}
