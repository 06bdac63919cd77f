/** The reference server, with data that a check knows. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type RunningServer, startServer } from "@court-register/reference-server";

/** Rows by resource. */
export type Data = Readonly<Record<string, readonly object[]>>;

/** TypeScript does not know it yet. */
const { rawJSON } = JSON as unknown as { rawJSON(text: string): unknown };

const exact = (_: string, value: unknown): unknown => (typeof value === "bigint" ? rawJSON(String(value)) : value);

/** Writes data into a folder for the reference server to load: one row per line, with exact integers. */
export async function writeData(data: Data, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const [name, rows] of Object.entries(data))
    await writeFile(join(folder, `${name}.ndjson`), rows.map((row) => `${JSON.stringify(row, exact)}\n`).join(""));
}

/**
 * Starts the reference server on a free port, with `key` as its key.
 *
 * @param folder - where the data is written.
 */
export async function startServiceOn(data: Data, folder: string, key: string): Promise<RunningServer> {
  await writeData(data, folder);
  return startServer({ port: 0, data: folder, keys: [key] });
}

/** Where a check's service is. */
export interface Service {
  url: string;
  key: string;
}

/** Starts the reference server with generated data. */
export async function startGenerated(key: string): Promise<RunningServer & Service> {
  return Object.assign(await startServer({ port: 0, rows: 300, keys: [key] }), { key });
}

/** Replaces the URL and the key that documents and programs show by those of this run. No other service answers here. */
export function adapt(code: string, { url, key }: Service): string {
  return code.replaceAll("http://127.0.0.1:8080", url).replaceAll("my-key", key);
}
