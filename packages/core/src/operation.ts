/** Which fields of a row hold integers that a JavaScript number may round: 1, or the fields of the object that is there. */
export type IntegerFields = () => { readonly [field: string]: 1 | IntegerFields };

/** One operation: its path, the integers of its rows (0: none), 1 when it pages and 2 when it also promises a total. */
export type Operation = readonly [
  path: string,
  integers: IntegerFields | 0,
  paging: 0 | 1 | 2,
  headers?: readonly string[],
];

/** All operations, by tag and verb of the spec. */
export interface OperationTable {
  readonly [tag: string]: { readonly [verb: string]: Operation };
}
