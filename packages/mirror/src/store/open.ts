import { MirrorError } from "../mirror-error.ts";
import type { Database } from "./database.ts";
import { openPostgres } from "./postgres/postgres.ts";
import { openSqlite } from "./sqlite.ts";
import { isPostgres } from "./target-name.ts";

/** Where a copy is kept. */
export interface TargetOptions {
  /**
   * Schema of a PostgreSQL database that holds the copy.
   * @defaultValue `"court_register"`
   */
  schema?: string | undefined;
}

/**
 * Opens a target: a file of SQLite, or `postgres://…`.
 *
 * @param create - Whether to create what does not exist.
 * @throws MirrorError
 */
export async function openDatabase(
  target: string,
  create: boolean,
  { schema = "court_register" }: TargetOptions = {},
): Promise<Database> {
  if (target === "" || target.startsWith(":") || target.startsWith("file:"))
    throw new MirrorError(
      "usage",
      `The target ${target || '""'} is reserved by SQLite. Name a file, such as register.sqlite.`,
    );
  if (isPostgres(target)) return await openPostgres(target, create, schema);
  return openSqlite(target, create);
}
