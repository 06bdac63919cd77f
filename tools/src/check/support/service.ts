/** The reference server, with data that a check knows. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { RunningServer } from "@court-register/reference-server";

/** One row per line, with exact integers. */
const lines = (rows: readonly object[]): string => rows.map((row) => `${JSON.stringify(row, exact)}\n`).join("");

/** TypeScript does not know it yet. */
const { rawJSON } = JSON as unknown as { rawJSON(text: string): unknown };

const exact = (_: string, value: unknown): unknown => (typeof value === "bigint" ? rawJSON(String(value)) : value);

/** Rows by resource. */
type Data = Readonly<Record<string, readonly object[]>>;

/** Writes data into a folder for the reference server to load. */
async function writeData(data: Data, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const [name, rows] of Object.entries(data)) await writeFile(join(folder, `${name}.ndjson`), lines(rows));
}

/**
 * Starts the reference server on a free port, with `key` as its key.
 *
 * @param folder - where the data is written.
 */
export async function startServiceOn(data: Data, folder: string, key: string): Promise<RunningServer> {
  await writeData(data, folder);
  // Imported late: the check has just built it.
  const { startServer } = await import("@court-register/reference-server");
  return startServer({ port: 0, data: folder, keys: [key] });
}

/** The reference server with generated data. */
export interface Generated extends AsyncDisposable {
  url: string;
  key: string;
}

export async function startGenerated(key: string): Promise<Generated> {
  const { startServer } = await import("@court-register/reference-server");
  const server = await startServer({ port: 0, rows: 300, keys: [key] });
  return {
    url: server.url,
    key,
    [Symbol.asyncDispose]: () => server.close(),
  };
}
