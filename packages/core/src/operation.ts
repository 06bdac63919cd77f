/**
 * One operation of the contract.
 *
 * - `integers`: the integers of its rows that a number may round, as paths such as `mbs drzava.id`.
 * - `paging`: 1 when it pages, 2 when it also promises a total.
 * - `path`: its path, where that is not `/` and its tag.
 * - `headers`: its parameters that are headers.
 */
export type Operation = readonly [
  integers: string,
  paging: 0 | 1 | 2,
  path?: string | undefined,
  headers?: readonly string[],
];

/** All operations, by operation id: tag and verb. */
export type OperationTable = Readonly<Record<`${string}.${string}`, Operation>>;
