import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { cases, register } from "./contract/contract.ts";
import { checkOptions, type ServerOptions } from "./options.ts";
import { openService, type ReferenceService } from "./service.ts";

export type { LogLevel, ServerOptions, ServiceOptions } from "./options.ts";
export { createReferenceService, type ReferenceService } from "./service.ts";
export { DatabaseError } from "./store/database.ts";
export { LoadError, type LoadHooks, type Progress } from "./store/load.ts";
export type { ExampleCase, State } from "./store/states.ts";
export type { LoadRequest } from "./store/work.ts";

/** Parts of the contract that this server does not serve, one line each: empty, unless the contract has grown. */
export const unserved: readonly string[] = [...register.unserved, ...cases.unserved];

/** A running server: the service, and where it listens. `await using` stops it at the end of the block. */
export interface RunningServer extends ReferenceService {
  /** Root of the service, without `/javni` and without a trailing slash. */
  readonly url: string;
}

/**
 * Starts the service: both interfaces, with generated data or with the files of a directory.
 * @throws {RangeError} if an option is wrong; {LoadError} if a line of a file does not fit the contract.
 * @throws {DatabaseError} if the database cannot be used; an error with the code `EADDRINUSE` if the port is taken.
 */
export async function startServer(options: ServerOptions = {}): Promise<RunningServer> {
  checkOptions(options);
  const { host = "127.0.0.1", port = 0 } = options;
  await tryToListen(host, port);
  const { service, app } = openService(options, true);
  try {
    const listening = await app;
    await listening.listen({ host, port });
    return Object.assign(service, { url: address(listening.server.address() as AddressInfo) });
  } catch (error) {
    await service.close();
    throw error;
  }
}

/** Fails at once where it cannot listen: the load before it may take minutes, and pushes the oldest state out of a database. */
async function tryToListen(host: string, port: number): Promise<void> {
  const probe = createServer().listen({ host, port });
  await once(probe, "listening");
  await once(probe.close(), "close");
}

const address = ({ address, family, port }: AddressInfo): string =>
  `http://${family === "IPv6" ? `[${address}]` : address}:${port}`;
