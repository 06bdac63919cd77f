/** A PostgreSQL server of a test's own, in a temporary folder. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chownSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import pg from "pg";

/** Folder of the programs that `pnpm check:postgres` names. */
function namedPrograms(): string {
  const folder = process.env.COURT_REGISTER_TEST_POSTGRES_PROGRAMS;
  if (!folder) throw new Error("These tests need a server: run them with pnpm check:postgres.");
  return folder;
}

/** PostgreSQL refuses to run as root: then it runs as the user `nobody`. */
const nobody = 65_534;
const isRoot = process.getuid?.() === 0;
const identity = isRoot ? { uid: nobody, gid: nobody } : {};

/** The user whose files a server may write. */
export const serverUser: { uid: number | undefined; gid: number | undefined } = isRoot
  ? { uid: nobody, gid: nobody }
  : { uid: process.getuid?.(), gid: process.getgid?.() };

/** Fast instead of safe from a loss of power, which no test makes; and quiet. */
const settings = ["fsync=off", "shared_buffers=64MB", "max_connections=80", "unix_socket_directories=", "jit=off"];

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, "close");
  return port;
}

/** A server on loopback. Its superuser is `admin`. */
export class PostgresServer implements AsyncDisposable {
  readonly port: number;
  readonly password = "a-password-of-this-test";
  readonly #programs: string;
  readonly #folder: string;
  #process: ChildProcess | undefined;
  #stopping: Promise<unknown> = Promise.resolve();

  private constructor(programs: string, folder: string, port: number) {
    this.#programs = programs;
    this.#folder = folder;
    this.port = port;
  }

  /**
   * Makes a server and starts it.
   *
   * @param programs - Folder of `initdb` and `postgres`.
   */
  static async start(programs: string = namedPrograms()): Promise<PostgresServer> {
    const folder = mkdtempSync(join(tmpdir(), "mirror-postgres-"));
    const server = new PostgresServer(programs, folder, await freePort());
    writeFileSync(join(folder, "password"), server.password);
    if (isRoot) for (const path of [folder, join(folder, "password")]) chownSync(path, nobody, nobody);
    const { status, stderr } = spawnSync(
      join(programs, "initdb"),
      ["-D", join(folder, "data"), "-U", "admin", "--pwfile", join(folder, "password")].concat([
        "-A",
        "scram-sha-256",
        "-E",
        "UTF8",
        "--no-locale",
        "--no-sync",
      ]),
      { ...identity, cwd: folder, encoding: "utf8" },
    );
    if (status !== 0) throw new Error(`initdb failed: ${stderr}`);
    process.once("exit", () => server.#process?.kill("SIGQUIT"));
    await server.resume();
    return server;
  }

  /** Starts it again after {@link stop}, once that is done. */
  async resume(): Promise<void> {
    await this.#stopping;
    const options = settings.flatMap((setting) => ["-c", setting]);
    const args = ["-D", join(this.#folder, "data"), "-p", String(this.port), "-h", "127.0.0.1", ...options];
    this.#process = spawn(join(this.#programs, "postgres"), args, { ...identity, cwd: this.#folder });
    let log = "";
    for (const stream of [this.#process.stdout, this.#process.stderr])
      stream?.setEncoding("utf8").on("data", (text: string) => {
        log = (log + text).slice(-2_000);
      });
    for (let attempt = 0; attempt < 600; attempt++) {
      if (await this.#isReady()) return;
      if (this.#process.exitCode !== null) break;
      await setTimeout(50);
    }
    throw new Error(`The server does not start: ${log}`);
  }

  async #isReady(): Promise<boolean> {
    const client = new pg.Client(this.url());
    client.on("error", () => {});
    try {
      await client.connect();
      await client.end();
      return true;
    } catch {
      return false;
    }
  }

  /** Stops it: `fast` ends every connection, `immediate` is like a crash. */
  async stop(how: "fast" | "immediate"): Promise<void> {
    const running = this.#process;
    if (!running || running.exitCode !== null) return;
    this.#stopping = once(running, "exit");
    running.kill(how === "fast" ? "SIGINT" : "SIGQUIT");
    await this.#stopping;
  }

  /** The URL of a database. */
  url(database = "postgres", user = "admin", password: string = this.password): string {
    return `postgres://${user}:${password}@127.0.0.1:${this.port}/${database}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop("immediate");
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
