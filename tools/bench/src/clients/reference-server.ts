import { createWriteStream, existsSync } from "node:fs";
import { mkdir, rename } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type ServerProcess, startProcess } from "../../../src/shared/server-process.ts";
import type { Target } from "../measures/server/burst.ts";
import { generated, root } from "../places.ts";
import { key, seat } from "./service-in-memory.ts";

/** Our reference server in its own process, as built in a repository. */
export const startReferenceServer = (
  options: readonly string[] = [],
  repository: string = root,
): Promise<ServerProcess> =>
  startProcess(join(repository, "packages/reference-server/dist/cli.js"), ["--port", "0", "--key", key, ...options]);

/** A page of seats from a server. */
export const seats = (url: string, offset: number, accept = "application/json", limit = 100): Target => ({
  url: `${url}/javni/sjediste?offset=${offset}&limit=${limit}`,
  headers: { accept, "Ocp-Apim-Subscription-Key": key },
});

/** The same with this many seats and nothing else, which loads much faster than whole subjects. */
export async function serveSeats(rows: number): Promise<ServerProcess> {
  const folder = join(generated, `seats-${rows}`);
  if (!existsSync(folder)) {
    const unfinished = `${folder}.unfinished`;
    await mkdir(unfinished, { recursive: true });
    await pipeline(Readable.from(lines(rows)), createWriteStream(join(unfinished, "sjediste.ndjson")));
    await rename(unfinished, folder);
  }
  return startReferenceServer(["--data", folder]);
}

function* lines(rows: number): Generator<string> {
  const chunk = 1_000;
  for (let at = 0; at < rows; at += chunk) {
    const count = Math.min(chunk, rows - at);
    yield Array.from({ length: count }, (_, index) => `${JSON.stringify(seat(at + index))}\n`).join("");
  }
}
