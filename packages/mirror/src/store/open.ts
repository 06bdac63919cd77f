import { MirrorError } from "../mirror-error.ts";
import type { Database } from "./database.ts";
import { openSqlite } from "./sqlite.ts";

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
export async function openDatabase(target: string, create: boolean, _options: TargetOptions = {}): Promise<Database> {
  if (target === "" || target.startsWith(":") || target.startsWith("file:"))
    throw new MirrorError(
      "usage",
      `The target ${target || '""'} is reserved by SQLite. Name a file, such as register.sqlite.`,
    );
  if (/^postgres(ql)?:\/\//.test(target))
    throw new MirrorError(
      "usage",
      "This version of the mirror keeps its copy in SQLite. Name a file, such as register.sqlite.",
    );
  return openSqlite(target, create);
}
