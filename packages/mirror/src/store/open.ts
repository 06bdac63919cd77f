import { MirrorError } from "../mirror-error.ts";
import type { Access, Database } from "./database.ts";
import { foreign, isCopy, noCopy } from "./format.ts";
import { openPostgres } from "./postgres/postgres.ts";
import { notDatabase, openSqlite } from "./sqlite.ts";
import { sizeOf } from "./sqlite-file.ts";
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
 * @throws MirrorError
 */
export async function openDatabase(
  target: string,
  access: Access,
  { schema = "court_register" }: TargetOptions = {},
): Promise<Database> {
  if (target === "" || target.startsWith(":") || target.startsWith("file:"))
    throw new MirrorError(
      "usage",
      `The target ${target || '""'} is reserved by SQLite. Name a file, such as register.sqlite.`,
    );
  if (isPostgres(target)) return await openPostgres(target, access === "create", schema);
  return await openFile(target, access);
}

/** Bytes of the shortest page that SQLite has. */
const shortestPage = 512;

/** Whose file it is is known before anything is done that could write to it, or beside it. */
async function openFile(file: string, access: Access): Promise<Database> {
  const size = sizeOf(file);
  if (size === undefined && access !== "create")
    throw new MirrorError("usage", `There is no file ${file}. Make the copy first: court-register-mirror sync ${file}`);
  if (size === 0 && access !== "create") throw noCopy(file);
  // SQLite would take what is shorter than a page for an empty file, and write over it.
  if (size && size < shortestPage) throw notDatabase(file);
  // A sync that begins at this moment changes the file once; then it is known to write.
  if (size)
    await refuseForeign(file).catch((error) => (isUnavailable(error) ? refuseForeign(file) : Promise.reject(error)));
  return await openSqlite(file, access);
}

const isUnavailable = (error: unknown): boolean => error instanceof MirrorError && error.kind === "unavailable";

async function refuseForeign(file: string): Promise<void> {
  const look = await openSqlite(file, "look");
  try {
    if (await isCopy(look, file)) return;
    // Without tables yet, but with the mark of a program. The mirror marks its files by their tables.
    const marks = "SELECT application_id, user_version FROM pragma_application_id, pragma_user_version";
    const [row = {}] = await look.read((reading) => reading.all(marks));
    if (Object.values(row).some((mark) => Number(mark) !== 0)) throw foreign(file);
  } finally {
    await look.close();
  }
}
