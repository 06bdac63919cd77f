/** Servers, each in a process of its own. */
import { join } from "node:path";
import { start, urlOf } from "../../src/check/support/process.ts";
import { root } from "./places.ts";
import { key } from "./service.ts";

/** A server that ends at the end of the block. */
export interface ServerProcess extends AsyncDisposable {
  /** Base URL, without a trailing slash. */
  url: string;
}

/** Starts a Node program that says where it listens. */
export async function startProcess(program: string, args: readonly string[] = []): Promise<ServerProcess> {
  const server = start(process.execPath, [program, ...args], { timeout: 0 });
  return {
    url: (await urlOf(server)).replace(/\/$/, ""),
    async [Symbol.asyncDispose]() {
      server.kill();
      await server;
    },
  };
}

/** Our reference server. */
export const startReferenceServer = (rows: number): Promise<ServerProcess> =>
  startProcess(join(root, "packages/reference-server/dist/cli.js"), [
    ...["--port", "0", "--key", key, "--rows", String(rows)],
  ]);
