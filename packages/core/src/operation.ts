/** A row, or an object in a row, as the table sees it. */
export interface Fields {
  readonly [name: string]: Fields | null | undefined;
}

/** Returns all integers of a row that a number may round. */
export type Integers = (row: Fields) => readonly unknown[];

/**
 * One operation of the contract.
 *
 * - `integers`: the integers of its rows that a number may round.
 * - `paging`: 1 if it pages, plus 2 if it promises a total.
 * - `path`: its path, unless that is `/` and its tag.
 * - `headers`: its parameters that are headers.
 */
export type Operation = readonly [
  integers: Integers,
  paging: 0 | 1 | 2 | 3,
  path?: string | undefined,
  headers?: readonly string[],
];

/** All operations, by operation id: tag and verb. */
export type OperationTable = Readonly<Record<`${string}.${string}`, Operation>>;
