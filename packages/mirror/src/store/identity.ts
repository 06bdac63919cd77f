/** The identity of a copy: exports know by it whose they are. */
import { randomUUID } from "node:crypto";
import type { Reading } from "./database.ts";
import type { Hold } from "./hold.ts";

/** The identity of a copy; undefined if a version of the mirror made it that gave none. */
export async function identityIn(reading: Reading): Promise<string | undefined> {
  // All columns: a copy without identities has no column for one.
  const [row] = await reading.all("SELECT * FROM mirror_format");
  return row?.copy_id == null ? undefined : String(row.copy_id);
}

/** Gives a copy its identity, if it has none. It never gets another one. */
export async function adoptIdentity(hold: Hold): Promise<void> {
  if ((await hold.database.read(identityIn)) !== undefined) return;
  await hold.write(async (writing) => {
    const [row = {}] = await writing.all("SELECT * FROM mirror_format");
    if (!Object.hasOwn(row, "copy_id")) await writing.run("ALTER TABLE mirror_format ADD COLUMN copy_id TEXT");
    await writing.run("UPDATE mirror_format SET copy_id = $1", randomUUID());
  });
}
