/**
 * One operation of the contract that returns rows: what a call of it sends, and how its response is read. Its types are those of its
 * parameters, of a row, and of the total.
 */
export interface Operation<Params, Row, Total extends number | undefined = number | undefined> {
  /** Tag and verb, as it is called in a client: `sjediste.list`. */
  readonly id: string;
  /** Path after the base path, such as `/subjekt/`. */
  readonly path: string;
  /** Whether the contract promises the total number of rows in `x-total-count`. */
  readonly total: number extends Total ? boolean : false;
  /** Paths of the integers in a row that a JavaScript number may round, such as `mbs` and `jezik.id`. */
  readonly integers: readonly string[];
  /**
   * Names of the parameters that are sent as headers. All others are in the query.
   * @defaultValue none
   */
  readonly headers?: readonly string[];
  /** Never there: it tells compilers the types. */
  readonly "~types"?: (params: Params) => { row: Row; total: Total };
}

/** Parameters of an operation that has pages. */
export interface PageParams {
  offset?: number | bigint | string | undefined;
  limit?: number | bigint | undefined;
  timestamp_id?: string | undefined;
}

/** An operation that takes `offset` and `limit`, so that a walk can read all its rows. */
export interface PagedOperation<Params extends PageParams, Row, Total extends number | undefined = number | undefined>
  extends Operation<Params, Row, Total> {}
