import { type ServerProcess, startProcess } from "../../../../src/shared/server-process.ts";
import { program } from "../../places.ts";
import { run } from "../../processes/run.ts";

/** A server that sends every client the same page. */
export const startPageServer = (rows: number): Promise<ServerProcess> =>
  startProcess(program("page-server"), [String(rows)]);

/** Milliseconds for a contender to import its module and read its first page, of so many rows, in its own process. */
export const firstCall = async (module: string, url: string, rows: number): Promise<number> =>
  Number(await run(process.execPath, [program("first-call"), module, url, String(rows)]));
