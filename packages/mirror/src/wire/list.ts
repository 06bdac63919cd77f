import type { Operation, PagedOperation, PageParams } from "@court-register/fetch";
import type { WireObject } from "./wire.ts";

/** Every {@link ColumnType}. */
const columnTypes = ["integer", "decimal", "text", "boolean", "json"] as const;

/**
 * How the values of a field are kept:
 * - `integer`: 64 bits, exact
 * - `decimal`: every digit; text in SQLite, numeric in PostgreSQL
 * - `text`: as it was sent, date-times too
 * - `boolean`
 * - `json`: an object or a list
 */
export type ColumnType = (typeof columnTypes)[number];

/** Whether something is the name of one. */
export const isColumnType = (type: unknown): type is ColumnType => columnTypes.some((one) => one === type);

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
  /** Of a list of the court cases that comes in pages: where the variables have the offset and the limit. */
  readonly pages?: { readonly offset: readonly string[]; readonly limit: readonly string[] };
}

/** A list of the register, which is walked page by page. */
export interface PagedList extends List {
  readonly of: "register";
  readonly paged: true;
  /** What the client calls. */
  readonly operation: PagedOperation<PageParams, WireObject>;
}

/** A list of the register that comes in one response. */
export interface WholeList extends List {
  readonly of: "register";
  readonly paged: false;
  readonly operation: Operation<Pick<PageParams, "timestamp_id">, WireObject>;
}

export type RegisterList = PagedList | WholeList;
