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

/** What a list is copied from: the company register over REST, or the court cases over GraphQL. */
export type Interface = "register" | "cases";

/** One list of the contract. */
export interface List {
  readonly of: Interface;
  /** Name of the list, which is that of its view. */
  readonly name: string;
  /** What it is a list of, such as `Registered seats.` */
  readonly about: string;
  readonly columns: readonly Column[];
}

/** A list of the register: a REST operation. */
export interface RegisterList extends List {
  readonly of: "register";
  /** The property of the client that has the operation. */
  readonly tag: string;
  /** The verb of the operation, such as `list`. */
  readonly verb: string;
  /** Whether it takes `offset` and `limit`. */
  readonly paged: boolean;
  /** Whether the contract promises the total number of rows. */
  readonly total: boolean;
}
