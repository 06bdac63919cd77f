/**
 * Every command that reads, in one process: `read-all.ts [USER]`. With the number of a user, it reads as that one. For each line of its
 * input, `[TARGET, FOLDER]`, it prints a line: what each command has found, or the kind and the text of its error.
 */
import { createInterface } from "node:readline";
import { courtTimeZone } from "../../src/cases/court-time.ts";
import { changes, exportTo, followed, MirrorError, search, serve, show, status, verify } from "../../src/index.ts";
import { makeContext } from "../../src/serve/context.ts";
import { becomeUser } from "./become-user.ts";

/** What each command that reads finds in a target, in a word or two. */
const readers: Readonly<Record<string, (target: string, folder: string) => Promise<unknown>>> = {
  status: async (target) => (await status(target)).generations.length,
  verify: async (target) => (await verify(target)).problems,
  show: async (target) => (await show(target, "60000001")).subjects.length,
  search: async (target) => (await search(target, "ulica")).found.length,
  changes: async (target) => (await changes(target, { since: "0" })).to.generation,
  followed: async (target) => (await followed(target)).length,
  export: async (target, folder) => (await exportTo(target, folder)).generation,
  serve: async (target) => {
    await using served = await serve(target, { port: 0 });
    return (await fetch(served.url)).status;
  },
};

/** Runs them all. */
export async function readAll(target: string, folder: string): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  for (const [command, read] of Object.entries(readers))
    found[command] = await read(target, folder).catch((error: unknown) =>
      error instanceof MirrorError ? `${error.kind}: ${error.message}` : String(error),
    );
  return found;
}

if (import.meta.main) {
  const user = process.argv[2];
  if (user !== undefined)
    await becomeUser(Number(user), async () => {
      await import("../../src/export/parquet.ts");
      const { makeApp } = await import("../../src/serve/app.ts");
      const places = { publicRoot: undefined, timeZone: courtTimeZone };
      // What it needs to serve, it loads then.
      const app = await makeApp(makeContext("none", {}, places), "127.0.0.1");
      await app.ready();
      await app.close();
    });
  for await (const line of createInterface(process.stdin)) {
    const [target, folder] = JSON.parse(line) as [string, string];
    console.log(JSON.stringify(await readAll(target, folder)));
  }
}
