/** One operation of the contract: what a call of it sends, and how its response is read. */
export interface AnyOperation<Params, Data extends object, Total extends number | undefined> {
  /** Tag and verb, as it is called in a client: `sjediste.list`. */
  readonly id: string;
  /** Path after the base path, such as `/subjekt/`, with its parameters in braces: `/subjekt/{mbs}`. */
  readonly path: string;
  /** Whether the contract promises the total number of rows in `x-total-count`. */
  readonly total: number extends Total ? boolean : false;
  /** Paths of the integers in a row that a JavaScript number may round, such as `mbs`, `jezik.id` and, in each item of a list, `clanovi[].oib`. */
  readonly integers: readonly string[];
  /**
   * Names of the parameters that are sent as headers. All others that are not in the path are in the query.
   * @defaultValue none
   */
  readonly headers?: readonly string[];
  /**
   * Names of the lists in the query that `place` sends as a parameter for each of their items.
   * @defaultValue none: a list is one parameter, with commas
   */
  readonly exploded?: readonly string[];
  /**
   * Places parameters in the path, and lists.
   * @defaultValue none: the path has no parameters, and no list is exploded
   */
  readonly place?: (
    operation: AnyOperation<Params, Data, Total>,
    params: object,
  ) => [path: string, others: [name: string, value: unknown][]];
  /**
   * Whether it returns an array of rows, or one row.
   * @defaultValue `"list"`
   */
  readonly answer?: "list" | "object";
  /** Never there: it tells compilers the types. */
  readonly "~types"?: (params: Params) => { data: Data; total: Total };
}

/** An operation that returns rows. Its types are those of its parameters, of a row, and of the total. */
export interface Operation<Params, Row, Total extends number | undefined = number | undefined>
  extends AnyOperation<Params, Row[], Total> {
  readonly answer?: "list";
}

/** An operation that returns one object. */
export interface ObjectOperation<Params, Row extends object> extends AnyOperation<Params, Row, undefined> {
  readonly answer: "object";
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
