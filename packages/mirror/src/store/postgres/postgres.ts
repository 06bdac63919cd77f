/** A copy in PostgreSQL: a schema of its own in a database of the user. */

import { finished } from "node:stream/promises";
import type { PoolClient } from "pg";
import { passwordsIn } from "#kit/given-secrets";
import { MirrorError } from "../../mirror-error.ts";
import { option, say } from "../../option-text.ts";
import type { Database, Dialect, Reading, SqlRow, SqlValue, Writing } from "../database.ts";
import { quoted } from "../schema.ts";
import { targetName } from "../target-name.ts";
import { copyText } from "./copy-text.ts";
import { type ClosablePool, type Driver, loadDriver } from "./driver.ts";
import { DriverError, type ErrorTarget, explainPostgres, isLost } from "./explain.ts";
import { type Repeating, repeated } from "./retry.ts";

const dialect: Dialect = {
  types: { integer: "BIGINT", decimal: "NUMERIC", text: "TEXT", boolean: "BOOLEAN", json: "JSON" },
  hash: { type: "BYTEA", from: (hex) => `decode(${hex}, 'hex')`, to: (hash) => `encode(${hash}, 'hex')` },
  rowId: "BIGINT",
  keepsOrder: false,
  withoutRowid: "",
  texts: (parameter) =>
    `(SELECT number - 1 AS at, text FROM json_array_elements_text(${parameter}::json) WITH ORDINALITY AS element(text, number))`,
  ascending: (column, type) => `${column}${type === "text" ? ' COLLATE "C"' : ""} NULLS FIRST`,
};

/** Rows that are fetched together. */
const batchSize = 1_000;

/**
 * Ways to read whole tables, which are not for the rows of a page. The planner would take them while it knows nothing of a table:
 * its statistics come only some time after its rows.
 */
const wholeTables = ["bitmapscan", "hashjoin", "mergejoin"];

/**
 * Settings of every transaction, whatever the database or the role has set, which work behind a pooler too: nothing is ended because it
 * takes long, or because a pager waits for its reader, and a machine that is gone is noticed within two minutes.
 */
const settings = [
  "statement_timeout = 0",
  "lock_timeout = 0",
  "idle_in_transaction_session_timeout = 0",
  "client_encoding = 'UTF8'",
  "cursor_tuple_fraction = 1",
  "tcp_keepalives_idle = 60",
  "tcp_keepalives_interval = 10",
  "tcp_keepalives_count = 6",
];

/** PostgreSQL before 17 does not know it. */
const sinceVersion17 = "transaction_timeout = 0";

/** A writer that is silent for a minute has lost its lease: the rows that it has locked are free then. */
const ofWriters = [...wholeTables.map((way) => `enable_${way} = off`), "idle_in_transaction_session_timeout = '60s'"];

/** Connections of a process: one writes, the others read. */
const connections = 4;

/**
 * Opens a PostgreSQL database.
 *
 * @param create - Whether to create the schema if it does not exist.
 * @throws MirrorError of kind `usage` or `unavailable`.
 */
export async function openPostgres(
  target: string,
  create: boolean,
  schema: string,
  repeating: Repeating = {},
): Promise<Database> {
  const subject: ErrorTarget = {
    name: targetName(target),
    schema,
    secrets: [...passwordsIn(target), process.env.PGPASSWORD ?? ""],
  };
  refuseReserved(schema);
  const database = new Postgres(await loadDriver(), target, subject, repeating);
  try {
    await database.prepare(create);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Refuses names that would not be the schema's: PostgreSQL reads some in its own way, and cuts long ones. */
function refuseReserved(schema: string): void {
  const isName =
    schema !== "" &&
    Buffer.from(schema).toString() === schema &&
    !schema.includes("\0") &&
    Buffer.byteLength(schema) <= 63;
  if (!isName || schema.startsWith("pg_"))
    throw new MirrorError(
      "usage",
      say`The name of the schema must have 1 to 63 bytes and not begin with pg_. Give another ${option("schema")}, such as court_register.`,
    );
  // Also between quotes, the search path takes it for the schema that is called like the user (postgresql.org/docs/current/ddl-schemas.html).
  if (schema === "$user")
    throw new MirrorError(
      "usage",
      say`PostgreSQL reads $user as the name of the user who is connected. Write out the name in ${option("schema")}.`,
    );
}

class Postgres implements Database {
  readonly kind = "postgresql";
  readonly dialect: Dialect = dialect;
  readonly #driver: Driver;
  readonly #subject: ErrorTarget;
  readonly #repeating: Repeating;
  readonly #connections: ClosablePool;
  #settings: readonly string[] = settings;
  /** The end of the last transaction that writes. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(driver: Driver, target: string, subject: ErrorTarget, repeating: Repeating) {
    this.#driver = driver;
    this.#subject = subject;
    this.#repeating = repeating;
    this.#connections = driver.makePool(target, connections);
  }

  /** Makes sure that the database can keep a copy, and that its schema exists. */
  async prepare(create: boolean): Promise<void> {
    const { name, schema } = this.#subject;
    const [found] = await this.read((reading) =>
      reading.all(
        `SELECT current_setting('server_version_num')::int AS version, current_setting('server_encoding') AS encoding, (SELECT has_schema_privilege(oid, 'USAGE') FROM pg_catalog.pg_namespace WHERE nspname = $1) AS usable`,
        schema,
      ),
    );
    if (Number(found?.version) >= 170_000) this.#settings = [...settings, sinceVersion17];
    if (found?.encoding !== "UTF8")
      throw new MirrorError(
        "usage",
        `${name} has the encoding ${found?.encoding}, which cannot keep every character. Name a database with the encoding UTF8.`,
      );
    if (found.usable === false) throw explainPostgres(new DriverError(noUsage(schema)), this.#subject);
    if (found.usable === true) return;
    if (!create)
      throw new MirrorError(
        "usage",
        `${name} has no schema ${schema}. Make the copy first: court-register-mirror sync ${name}`,
      );
    await this.write((writing) => writing.run(`CREATE SCHEMA IF NOT EXISTS ${quoted(schema)}`));
  }

  write<T>(work: (writing: Writing) => Promise<T>): Promise<T> {
    // The first statement of a run's transaction locks the row of its lease, so that those of two runs follow one another.
    const result = this.#last.then(() =>
      repeated(
        () => this.#transaction("BEGIN ISOLATION LEVEL REPEATABLE READ", ofWriters, work),
        this.#repeating,
      ).catch((error) => {
        throw explainPostgres(error, this.#subject);
      }),
    );
    this.#last = result.catch(() => {});
    return result;
  }

  async read<T>(work: (reading: Reading) => Promise<T>, steady?: string): Promise<T> {
    // Alone among statements that name a table, this one does not fix yet which state is seen: who has waited here sees what was committed.
    const lock = steady === undefined ? [] : [`LOCK TABLE ${quoted(steady)} IN ACCESS SHARE MODE`];
    try {
      return await this.#transaction("BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY", [], work, lock);
    } catch (error) {
      throw explainPostgres(error, this.#subject);
    }
  }

  async #transaction<T>(
    begin: string,
    more: readonly string[],
    work: (writing: Writing) => Promise<T>,
    first: readonly string[] = [],
  ): Promise<T> {
    const searchPath = `search_path = ${quoted(this.#subject.schema)}`;
    const local = [...this.#settings, searchPath, ...more].map((setting) => `SET LOCAL ${setting}`);
    const client = await this.#begin([begin, ...local, ...first].join("; "));
    let failure: Error | undefined;
    try {
      const value = await work(new Connection(this.#driver, client));
      const { command } = await driven(client.query("COMMIT"));
      // PostgreSQL answers so if a statement has failed, whoever caught its error.
      if (command !== "COMMIT") throw new DriverError(new Error("the transaction was rolled back"));
      return value;
    } catch (error) {
      failure = await client.query("ROLLBACK").then(() => undefined, toError);
      throw error;
    } finally {
      client.off("error", ignore);
      // With an error, the connection is closed instead of kept.
      client.release(failure);
    }
  }

  /** Begins a transaction, on another connection if one was lost while nobody used it: nothing was done with it yet. */
  async #begin(statements: string): Promise<PoolClient> {
    for (let attempt = 1; ; attempt++) {
      const client = await driven(this.#connections.pool.connect());
      // A connection that is lost while nobody waits for it shows at the next statement.
      client.on("error", ignore);
      try {
        await driven(client.query(statements));
        return client;
      } catch (error) {
        client.off("error", ignore);
        client.release(toError(error));
        if (attempt > connections || !isLost(error)) throw error;
      }
    }
  }

  /** Tables are written anew, and so are the statistics of their values. What the server's log, replicas and backups hold is theirs. */
  async erase(tables: readonly string[]): Promise<boolean> {
    const existing = await this.tables();
    const { schema } = this.#subject;
    try {
      const client = await driven(this.#connections.pool.connect());
      try {
        for (const table of tables)
          if (existing.includes(table))
            await driven(client.query(`VACUUM (FULL, ANALYZE) ${quoted(schema)}.${quoted(table)}`));
      } finally {
        client.release();
      }
    } catch (error) {
      throw explainPostgres(error, this.#subject);
    }
    return true;
  }

  async tables(): Promise<string[]> {
    const rows = await this.read((reading) =>
      reading.all(
        "SELECT relname FROM pg_class JOIN pg_namespace n ON n.oid = relnamespace WHERE nspname = $1 AND relkind IN ('r', 'p', 'v', 'm', 'f')",
        this.#subject.schema,
      ),
    );
    return rows.map(({ relname }) => String(relname));
  }

  /** A server checks its pages as it reads them. */
  async check(): Promise<undefined> {}

  async close(): Promise<void> {
    await this.#last;
    await this.#connections.close();
  }
}

/** What the server says of a schema that a user may not look into, in other places than the search path. */
const noUsage = (schema: string): Error =>
  Object.assign(new Error(`permission denied for schema ${schema}`), { code: "42501" });

const ignore = (): void => {};

const toError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

/** The result of the driver, whose errors are told apart from those of the work. */
async function driven<T>(result: Promise<T>): Promise<T> {
  try {
    return await result;
  } catch (error) {
    throw new DriverError(error);
  }
}

/** A connection within a transaction. */
class Connection implements Writing {
  readonly #driver: Driver;
  readonly #client: PoolClient;
  #cursors = 0;

  constructor(driver: Driver, client: PoolClient) {
    this.#driver = driver;
    this.#client = client;
  }

  async all(sql: string, ...parameters: SqlValue[]): Promise<SqlRow[]> {
    return (await driven(this.#client.query(sql, parameters))).rows;
  }

  async run(sql: string, ...parameters: SqlValue[]): Promise<number> {
    return (await driven(this.#client.query(sql, parameters))).rowCount ?? 0;
  }

  async *batches(sql: string, ...parameters: SqlValue[]): AsyncGenerator<SqlRow[]> {
    const cursor = `cursor_${this.#cursors++}`;
    await this.run(`DECLARE ${cursor} NO SCROLL CURSOR FOR ${sql}`, ...parameters);
    for (;;) {
      const rows = await this.all(`FETCH ${batchSize} FROM ${cursor}`);
      if (rows.length > 0) yield rows;
      if (rows.length < batchSize) break;
    }
    // One that is left early ends with the transaction.
    await this.run(`CLOSE ${cursor}`);
  }

  async insert(table: string, columns: readonly string[], rows: readonly (readonly SqlValue[])[]): Promise<void> {
    const stream = this.#client.query(
      this.#driver.copyFrom(`COPY ${quoted(table)} (${columns.map(quoted).join(", ")}) FROM STDIN`),
    );
    stream.end(copyText(rows));
    await driven(finished(stream));
  }
}
