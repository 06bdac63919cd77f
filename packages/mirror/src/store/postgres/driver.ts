/** The packages `pg` and `pg-copy-streams`, which only those install who keep their copy in PostgreSQL. */
import { Socket } from "node:net";
import type { CustomTypesConfig, Pool } from "pg";
import type { from } from "pg-copy-streams";
import { MirrorError } from "../../mirror-error.ts";

/** What is needed of the two packages. */
export interface Driver {
  /** @throws MirrorError of kind `usage` if the options of the URL are wrong. */
  makePool(url: string, connections: number): ClosablePool;
  copyFrom: typeof from;
}

/** Connections to a database. */
export interface ClosablePool {
  pool: Pool;
  close(): Promise<void>;
}

/** Milliseconds that a connection may take. */
const connectionTimeout = 15_000;

/** @throws MirrorError of kind `usage` if they are not installed. */
export async function loadDriver(): Promise<Driver> {
  const { pg, from } = await load();
  return {
    makePool: (url, connections) => {
      const sockets = new Set<Socket>();
      const options = {
        connectionString: url,
        stream: () => {
          const socket = new Socket();
          sockets.add(socket.once("close", () => sockets.delete(socket)));
          return socket;
        },
        connectionTimeoutMillis: connectionTimeout,
        keepAlive: true,
        application_name: "court-register-mirror",
        types: exactTypes(pg.types),
      };
      checkOptions(() => new pg.Client(options));
      const pool = new pg.Pool({ ...options, max: connections });
      // A connection that is lost while it is idle is replaced.
      pool.on("error", () => {});
      const close = async (): Promise<void> => {
        await pool.end();
        // A connection that was not let in would stay open until the server ends it after a minute.
        for (const socket of sockets) socket.destroy();
      };
      return { pool, close };
    },
    copyFrom: from,
  };
}

async function load() {
  try {
    const [{ default: pg }, streams] = await Promise.all([import("pg"), import("pg-copy-streams")]);
    return { pg, from: streams.from };
  } catch (error) {
    throw new MirrorError(
      "usage",
      "PostgreSQL needs two more packages: npm install pg pg-copy-streams, with -g if the mirror was installed so. With npx: npx -p pg -p pg-copy-streams -p @court-register/mirror court-register-mirror …",
      { cause: error },
    );
  }
}

/** A client reads its options when it is made. */
function checkOptions(makeClient: () => unknown): void {
  try {
    makeClient();
  } catch {
    // The error would show the URL.
    throw new MirrorError(
      "usage",
      "The URL of the database cannot be read. Check its host, its port, and what is after the ?: postgres://USER@HOST:PORT/DATABASE?OPTION=VALUE.",
    );
  }
}

/** Types of PostgreSQL by their numbers (pg_type.dat); all that are not here are texts. */
const oids = { boolean: 16, bytea: 17, int8: 20, int2: 21, int4: 23 };

/** No digit is lost: integers are bigints, and decimals and JSON the texts that were stored. */
function exactTypes({ getTypeParser }: CustomTypesConfig): CustomTypesConfig {
  const integers = new Set([oids.int8, oids.int2, oids.int4]);
  const parse = (oid: number): ((text: string) => unknown) => {
    if (integers.has(oid)) return BigInt;
    if (oid === oids.boolean) return (text) => text === "t";
    if (oid === oids.bytea) return getTypeParser(oids.bytea, "text") as (text: string) => unknown;
    return String;
  };
  return { getTypeParser: parse as CustomTypesConfig["getTypeParser"] };
}
