/** One operation of the contract. The generated table has only what differs from the default. */
export interface Operation {
  /**
   * Path after the base path, such as `/subjekt/`.
   * @defaultValue the tag: `/sjediste` for `sjediste.list`
   */
  readonly path?: string;
  /**
   * Whether it takes `offset` and `limit`, so that a walk can read all its rows.
   * @defaultValue `false`
   */
  readonly paged?: boolean;
  /**
   * Whether the contract promises the total number of rows in `x-total-count`.
   * @defaultValue `false`
   */
  readonly total?: boolean;
  /**
   * Paths of the integers in a row that a JavaScript number may round, such as `mbs` and `jezik.id`.
   * @defaultValue none
   */
  readonly integers?: readonly string[];
  /**
   * Names of the parameters that are sent as headers. All others are in the query.
   * @defaultValue none
   */
  readonly headers?: readonly string[];
}

/** All operations, by operation id: tag and verb. */
export type OperationTable = Readonly<Record<`${string}.${string}`, Operation>>;
