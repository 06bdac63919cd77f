/** One operation of the contract, as the generated table describes it. */
export interface Operation {
  /** Path after the base path, such as `/subjekt/`. */
  readonly path: string;
  /** Whether it takes `offset` and `limit`, so that a walk can read all its rows. */
  readonly paged: boolean;
  /** Whether the contract promises the total number of rows in `x-total-count`. */
  readonly total: boolean;
  /** Paths of the integers in a row that a JavaScript number may round, such as `mbs` and `jezik.id`. */
  readonly integers: readonly string[];
  /** Names of the parameters that are sent as headers. All others are in the query. */
  readonly headers?: readonly string[];
}

/** All operations, by operation id: tag and verb. */
export type OperationTable = Readonly<Record<`${string}.${string}`, Operation>>;
