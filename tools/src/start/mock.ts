import { join } from "node:path";
import { createLogger } from "@stoplight/prism-core";
import { getHttpOperationsFromSpec } from "@stoplight/prism-http";
import { createServer } from "@stoplight/prism-http-server";
import { root } from "../shared/repository.ts";
import { readRegister } from "../specs/contract.ts";
import type { OpenApi } from "../specs/openapi.ts";
import { basePathOf } from "../specs/operations.ts";

/** A running mock of the REST service. */
export interface Mock extends AsyncDisposable {
  /** Base URL of the mocked service, without `/javni`. */
  url: string;
}

/**
 * Starts Prism in this process, on a free port. It answers every operation with the spec's examples, requires a key but accepts any,
 * and ignores paging.
 *
 * @throws SpecError when the spec is refused.
 */
export async function startMock(): Promise<Mock> {
  const { document } = readRegister(join(root, "specs"));
  const server = createServer(await getHttpOperationsFromSpec(withServerPath(document)), {
    config: {
      isProxy: false,
      checkSecurity: true,
      validateRequest: true,
      validateResponse: true,
      errors: false,
      mock: { dynamic: false },
      upstreamProxy: undefined,
    },
    components: { logger: createLogger("mock", { level: "silent" }) },
    cors: false,
  });
  const url = await server.listen(0, "127.0.0.1");
  return { url, [Symbol.asyncDispose]: () => server.close() };
}

/** Prism ignores the path of the server URL, so it is moved into the operations' paths. */
function withServerPath(document: OpenApi): OpenApi {
  const prefix = basePathOf(document);
  const paths = Object.fromEntries(Object.entries(document.paths ?? {}).map(([path, item]) => [prefix + path, item]));
  return { ...document, servers: [{ url: "/" }], paths };
}
