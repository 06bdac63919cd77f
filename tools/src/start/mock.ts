import { rmSync } from "node:fs";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { root } from "../shared/repository.ts";
import { startProcess } from "../shared/server-process.ts";
import { readRegister } from "../specs/contract.ts";
import type { OpenApi } from "../specs/openapi.ts";
import { basePathOf } from "../specs/operations.ts";

/** A running mock of the REST service. */
export interface Mock extends AsyncDisposable {
  /** Base URL of the mocked service, without `/javni`. */
  url: string;
  pid: number | undefined;
}

/**
 * Starts Prism on a free port. It answers every operation with the spec's examples, requires a key but accepts any, and ignores
 * paging.
 *
 * It ends, and its folder is removed, when this process ends, for whatever reason.
 *
 * @throws Error with Prism's output when it does not start.
 */
export async function startMock(): Promise<Mock> {
  const { document } = readRegister(join(root, "specs"));
  // Prism watches the document and stops serving when it is deleted, so the folder stays until the mock ends.
  const folder = await mkdtemp(join(tmpdir(), "court-register-mock-"));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  process.once("exit", remove);
  const file = join(folder, "register.openapi.json");
  await writeFile(file, JSON.stringify(withServerPath(document)));
  const program = fileURLToPath(import.meta.resolve("@stoplight/prism-cli/dist/index.js"));
  // With NODE_ENV=production, Prism would use several processes, and does not start.
  const prism = await startProcess(program, ["mock", file, "-p", "0", "--multiprocess=false"], {
    ready: /listening on (http:\S+)/,
    failure: "The mock did not start. Prism printed:",
    env: { ...process.env, FOLDER_OF_PARENT: folder },
  }).catch((error: unknown) => {
    remove();
    throw error;
  });
  return {
    url: prism.url,
    pid: prism.pid,
    async [Symbol.asyncDispose]() {
      await prism[Symbol.asyncDispose]();
      remove();
      process.off("exit", remove);
    },
  };
}

/** Prism ignores the path of the server URL, so it is moved into the operations' paths. */
function withServerPath(document: OpenApi): OpenApi {
  const prefix = basePathOf(document);
  const paths = Object.fromEntries(Object.entries(document.paths ?? {}).map(([path, item]) => [prefix + path, item]));
  return { ...document, servers: [{ url: "/" }], paths };
}
