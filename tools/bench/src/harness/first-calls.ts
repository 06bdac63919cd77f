import { program } from "./places.ts";
import { run } from "./run.ts";
import { type ServerProcess, startProcess } from "./server-process.ts";

/** A server that sends the same page to everyone. */
export const startPageServer = (rows: number): Promise<ServerProcess> =>
  startProcess(program("page-server"), [String(rows)]);

/** Milliseconds until the module of a contender is imported and has read its first page, of 10 rows, in a process of its own. */
export const firstCall = async (module: string, url: string): Promise<number> =>
  Number(await run(process.execPath, [program("first-call"), module, url]));
