/**
 * How the values of a field are kept:
 * - `integer`: 64 bits, exact
 * - `decimal`: every digit; text in SQLite, numeric in PostgreSQL
 * - `text`: as it was sent, date-times too
 * - `boolean`
 * - `json`: an object or a list
 */
export type ColumnType = "integer" | "decimal" | "text" | "boolean" | "json";

/** One field of the contract, and how it is kept. */
export interface Column {
  /** Name of the field on the wire. */
  readonly name: string;
  readonly type: ColumnType;
}

/** One list of the contract: a REST operation. */
export interface List {
  /** Name of the list, which is that of its view. */
  readonly name: string;
  /** What it is a list of, such as `Registered seats.` */
  readonly about: string;
  /** The property of the client that has the operation. */
  readonly tag: string;
  /** The verb of the operation, such as `list`. */
  readonly verb: string;
  /** Whether it takes `offset` and `limit`. */
  readonly paged: boolean;
  /** Whether the contract promises the total number of rows. */
  readonly total: boolean;
  readonly columns: readonly Column[];
}
