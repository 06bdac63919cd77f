/** `serve`: a page to look at a copy. It reads, and never writes. */
import type { AddressInfo } from "node:net";
import { checkTimeZone, courtTimeZone, type TimeZoneOptions } from "../cases/court-time.ts";
import { MirrorError } from "../mirror-error.ts";
import { option, say } from "../option-text.ts";
import type { TargetOptions } from "../store/open.ts";
import { readCopy } from "../store/snapshot.ts";
import { makeContext } from "./context.ts";
import { publicRootOf } from "./host.ts";

/** Options of {@link serve}. */
export interface ServeOptions extends TargetOptions, TimeZoneOptions {
  /**
   * Port; 0 picks a free one.
   * @defaultValue `8081`
   */
  port?: number | undefined;
  /**
   * Address to listen on, or a name of one. Whoever reaches it reads the copy, names and addresses of persons included. They ask
   * for it by an address or by this name: a request for any other name is refused.
   * @defaultValue `"127.0.0.1"`, this machine alone
   */
  host?: string | undefined;
  /**
   * Where others find the page if a proxy is in front of it, such as `https://primjer.hr/register`. Feeds link to it, and its name may
   * be asked for.
   * @defaultValue the address that a request asks for
   */
  publicUrl?: string | undefined;
}

/** A page that is being served. */
export interface Served extends AsyncDisposable {
  /** Where it is, such as `http://127.0.0.1:8081`. */
  url: string;
}

/**
 * Serves a page with a search, subjects with their history, and what each generation changed.
 *
 * @throws MirrorError if the target holds no copy, of kind `usage` if there is no such time zone or `publicUrl` is none, or `unavailable` if the port is taken.
 */
export async function serve(
  target: string,
  { port = 8081, host = "127.0.0.1", timeZone = courtTimeZone, publicUrl, ...options }: ServeOptions = {},
): Promise<Served> {
  checkTimeZone(timeZone);
  const publicRoot = publicUrl === undefined ? undefined : publicRootOf(publicUrl);
  // Refused now, and not when the first reader comes.
  await readCopy(target, options, async () => {});
  // Loaded now: it takes as long as the rest of the mirror, and no other command needs it.
  const { makeApp } = await import("./app.ts");
  const app = await makeApp(makeContext(target, options, { publicRoot, timeZone }), host);
  try {
    await app.listen({ port, host });
  } catch (cause) {
    throw new MirrorError(
      "unavailable",
      say`The page cannot be served at ${host}:${port}: ${cause instanceof Error ? cause.message : String(cause)}. Give another ${option("port")}.`,
      { cause },
    );
  }
  const { port: taken } = app.server.address() as AddressInfo;
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${taken}`,
    [Symbol.asyncDispose]: () => app.close(),
  };
}
