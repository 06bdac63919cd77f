/** The service that the scenario is played against: the reference server on data that the scenario knows. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { RunningServer } from "@court-register/reference-server";
import { activity, courtCase, seats } from "./consumer/data.ts";

/** One row a line, integers digit by digit. */
const lines = (rows: readonly object[]): string =>
  rows.map((row) => `${JSON.stringify(row, markBigint).replace(/"<(\d+)>"/g, "$1")}\n`).join("");

/** JSON has no bigints: each is marked, to be put in as it is. */
const markBigint = (_: string, value: unknown): unknown => (typeof value === "bigint" ? `<${value}>` : value);

/** Starts the service on a free port, opened by `key`; `folder` is where its data is written to. */
export async function startService(folder: string, key: string): Promise<RunningServer> {
  const files: Record<string, readonly object[]> = {
    sjediste: seats.map((mbs, index) => ({ mbs, ulica: "Ulica kestena", kucni_broj: index + 1 })),
    evidencijske_djelatnosti: [activity],
    predmet: [courtCase],
    sudovi: [{ id: courtCase.sudId, sudNaziv: "Općinski sud u Primjeru" }],
  };
  await mkdir(folder, { recursive: true });
  for (const [name, rows] of Object.entries(files)) await writeFile(join(folder, `${name}.ndjson`), lines(rows));
  // Loaded only now: it has just been built.
  const { startServer } = await import("@court-register/reference-server");
  return startServer({ port: 0, data: folder, keys: [key] });
}
