import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { OpenApi } from "./specs/openapi.ts";
import { readRegisterSpec } from "./specs/register-spec.ts";

/** A running mock of interface A. */
export interface Mock extends AsyncDisposable {
  /** Base URL of the mocked service, without `/javni`. */
  url: string;
  pid: number | undefined;
  close(): Promise<void>;
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
  // Prism watches the document and stops serving when it is deleted, so the folder stays until the mock ends.
  const folder = await mkdtemp(join(tmpdir(), "court-register-mock-"));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  process.once("exit", remove);
  const file = join(folder, "register.openapi.json");
  await writeFile(file, JSON.stringify(withServerPath(await readRegisterSpec({ examples: "inline" }))));
  const prism = fork(
    fileURLToPath(import.meta.resolve("@stoplight/prism-cli/dist/index.js")),
    ["mock", file, "-p", "0"],
    {
      execArgv: ["--import", import.meta.resolve("./exit-with-parent.ts")],
      stdio: ["ignore", "pipe", "pipe", "ipc"],
      env: { ...process.env, FOLDER_OF_PARENT: folder },
    },
  );
  const close = async (): Promise<void> => {
    await end(prism);
    remove();
    process.off("exit", remove);
  };
  try {
    return { url: await listeningUrl(prism), pid: prism.pid, close, [Symbol.asyncDispose]: close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Prism ignores the path of the server URL, so it is moved into the operations' paths. */
function withServerPath(document: OpenApi): OpenApi {
  const prefix = document.servers?.[0]?.url.replace(/^\{\w+\}/, "") ?? "";
  const paths = Object.fromEntries(Object.entries(document.paths ?? {}).map(([path, item]) => [prefix + path, item]));
  return { ...document, servers: [{ url: "/" }], paths };
}

async function listeningUrl(prism: ChildProcess): Promise<string> {
  const output: string[] = [];
  prism.stderr?.on("data", (text) => output.push(String(text)));
  if (prism.stdout) {
    for await (const line of createInterface({ input: prism.stdout })) {
      output.push(line);
      const url = /listening on (http:\S+)/.exec(line)?.[1];
      if (url === undefined) continue;
      // The remaining log is not needed, but the pipe must be drained or Prism would block.
      prism.stdout.resume();
      return url;
    }
  }
  throw new Error(`The mock did not start. Prism printed:\n${output.join("\n")}`);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill();
  await once(child, "exit");
}
