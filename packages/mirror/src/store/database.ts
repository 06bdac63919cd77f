import type { ColumnType } from "../wire/list.ts";

/** What is done with a target: `read` never writes a byte, `write` changes a copy that is there, `create` makes it if it is not. */
export type Access = "read" | "write" | "create";

/** A value of SQL. */
export type SqlValue = string | number | bigint | boolean | Uint8Array | null;

/** A row of a result. Integers of more than 53 bits, and all decimals, are bigints or texts. */
export type SqlRow = Record<string, unknown>;

/** Reads a database. Parameters are written `$1`, `$2` and so on, in any database. */
export interface Reading {
  /** Returns all rows of a result. */
  all(sql: string, ...parameters: SqlValue[]): Promise<SqlRow[]>;
  /** Returns the rows of a result in batches, so that a large one needs little memory. */
  batches(sql: string, ...parameters: SqlValue[]): AsyncIterable<SqlRow[]>;
}

/** Writes a database. */
export interface Writing extends Reading {
  /** Runs a statement, and returns how many rows it changed. */
  run(sql: string, ...parameters: SqlValue[]): Promise<number>;
  /** Adds rows to a table, by the fastest way there is. */
  insert(table: string, columns: readonly string[], rows: readonly (readonly SqlValue[])[]): Promise<void>;
}

/** What differs between databases in the SQL that is written for all. */
export interface Dialect {
  /** How the values of each type are kept. */
  readonly types: Readonly<Record<ColumnType, string>>;
  /** Type of hashes, and how 32 hexadecimal digits become one and back. */
  readonly hash: { readonly type: string; from(hex: string): string; to(hash: string): string };
  /** Type of row numbers, which identify the rows of a list. */
  readonly rowId: string;
  /** Whether a table with such a key is kept in its order. Elsewhere the key is an index, which takes less once the rows are there. */
  readonly keepsOrder: boolean;
  /** What follows the definition of a table that is kept in the order of its key, if the database can do that. */
  readonly withoutRowid: string;
  /** A table of the texts in a JSON array: `at`, counted from 0, and `text`. */
  texts(parameter: string): string;
  /** What to sort by, so that every database has the same order: absent values first, texts by their bytes. */
  ascending(column: string, type: ColumnType): string;
}

/** Orders texts where no database does: each sorts them in a way of its own, and a restored one in another. */
export const compareTexts = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/** A database: SQLite or PostgreSQL. All that the mirror promises is written on top of this. */
export interface Database {
  readonly kind: "sqlite" | "postgresql";
  readonly dialect: Dialect;
  /**
   * Does some work in one transaction, which is committed if the work succeeds. Transactions of one `Database` run one after
   * another. The work may be repeated if the database asks for it, so it changes nothing but the database.
   */
  write<T>(work: (writing: Writing) => Promise<T>): Promise<T>;
  /**
   * Does some work that sees one state of the database, whatever is written meanwhile.
   *
   * @param steady - A table whose lock keeps others from making tables anew until the work is done. PostgreSQL shows such a table empty to
   * who began to read before.
   */
  read<T>(work: (reading: Reading) => Promise<T>, steady?: string): Promise<T>;
  /**
   * Makes sure that nothing of what was deleted from some tables is left where the database keeps them.
   *
   * @returns false if another program is in the way: it happens when that has closed the database.
   */
  erase(tables: readonly string[]): Promise<boolean>;
  /** Names of all tables and views. */
  tables(): Promise<string[]>;
  /** Checks the database's own structures. Returns what is wrong, if anything. */
  check(): Promise<string | undefined>;
  close(): Promise<void>;
}
