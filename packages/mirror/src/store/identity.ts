import type { Reading } from "./database.ts";

/** The identity of a copy: a random UUID, made with its tables. Exports know by it whose they are. */
export async function identityIn(reading: Reading): Promise<string> {
  const [row] = await reading.all("SELECT copy_id FROM mirror_format");
  return String(row?.copy_id);
}
