import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";
import { execa } from "execa";
import { serve } from "../shared/local-server.ts";
import { root } from "../shared/repository.ts";
import { type Register, readRegister } from "../specs/contract.ts";
import type { OpenApi } from "../specs/openapi.ts";
import { type Access, accessOf, basePathOf } from "../specs/operations.ts";
import { refuseAll } from "../specs/spec-error.ts";

/** A running mock of the REST service. */
export interface Mock extends AsyncDisposable {
  /** Base URL of the mocked service, without `/javni`. */
  url: string;
  pid: number | undefined;
  /** What it requires, and accepts any of. */
  access: Access;
  /** Settles with the exit code when Prism has ended, for whatever reason. */
  ended: Promise<number | undefined>;
}

export interface MockOptions {
  /** @defaultValue 0 - a free one */
  port?: number;
  /** The folder of the specs. @defaultValue that of the repository */
  specs?: string;
  /** Gets what Prism prints, line by line. @defaultValue nobody does */
  log?: (line: string) => void;
}

/** Ends Prism when the process that started it has ended, even by SIGKILL: that closes the channel between them. */
const endWithParent = 'data:text/javascript,process.once("disconnect", () => process.exit());';

/**
 * Starts `prism mock` on the loopback interface. It answers every operation with the spec's examples, requires a key but accepts any,
 * and ignores paging. It ends when this process does.
 *
 * @throws SpecError when the spec is refused.
 * @throws Error with what Prism printed when it does not start.
 */
export async function startMock({ port = 0, specs = join(root, "specs"), log }: MockOptions = {}): Promise<Mock> {
  const register = readRegister(specs);
  const document = JSON.stringify(mockDocument(register));
  // Prism reads it from here, so that no file has to outlive this process, or to be removed.
  await using source = await serve((_, response) =>
    response.setHeader("content-type", "application/json").end(document),
  );
  const prism = execa(
    process.execPath,
    [
      ...["--import", endWithParent, fileURLToPath(import.meta.resolve("@stoplight/prism-cli/dist/index.js"))],
      // By default, it would use several processes where NODE_ENV is production, and not start.
      ...["mock", `${source.url}/register.openapi.json`, "--multiprocess=false", "--host=127.0.0.1", `--port=${port}`],
    ],
    {
      all: true,
      buffer: false,
      ipc: true,
      reject: false,
      stdin: "ignore",
      env: { NO_COLOR: "1", FORCE_COLOR: undefined },
    },
  );
  const ended = prism.then(({ exitCode }) => exitCode);
  const ready = Promise.withResolvers<string>();
  const printed: string[] = [];
  const lines = createInterface({ input: prism.all });
  lines.on("line", (line) => {
    log?.(line);
    const [, url] = /listening on (http:\S+)/.exec(stripVTControlCharacters(line)) ?? [];
    if (url !== undefined) ready.resolve(url);
    printed.push(line);
  });
  lines.once("close", () => ready.reject(new Error(`The mock did not start. Prism printed:\n${printed.join("\n")}`)));
  const url = await ready.promise;
  return {
    url,
    pid: prism.pid,
    access: accessOf(register.document),
    ended,
    async [Symbol.asyncDispose]() {
      prism.kill();
      await ended;
    },
  };
}

/**
 * The document that Prism serves. It ignores the path of the server URL, so that is moved into the operations' paths; and it would make
 * up what has no example: extremes for integers, and XML with a root of its own.
 *
 * @throws SpecError when an operation has no example in one of its representations.
 */
export function mockDocument({ document, operations }: Register): OpenApi {
  refuseAll(
    operations.flatMap(({ id, written }) =>
      Object.entries(written.responses?.["200"]?.content ?? {})
        .filter(([, { examples = {} }]) => Object.values(examples)[0]?.value === undefined)
        .map(([type]) => ["specs/register.openapi.yaml", `the mock needs an example of ${id} as ${type}.`] as const),
    ),
  );
  const prefix = basePathOf(document);
  const paths = Object.fromEntries(Object.entries(document.paths ?? {}).map(([path, item]) => [prefix + path, item]));
  return { ...document, servers: [{ url: "/" }], paths };
}
