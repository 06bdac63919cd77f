/** A copy in PostgreSQL: a schema of its own in a database of the user. */
import { finished } from "node:stream/promises";
import type { PoolClient } from "pg";
import { MirrorError } from "../../mirror-error.ts";
import type { Database, Dialect, Reading, SqlRow, SqlValue, Writing } from "../database.ts";
import { quoted } from "../schema.ts";
import { passwordsOf, targetName } from "../target-name.ts";
import { copyText } from "./copy-text.ts";
import { type ClosablePool, type Driver, loadDriver } from "./driver.ts";
import { DriverError, explain, type Subject } from "./explain.ts";
import { type Repeating, repeated } from "./retry.ts";

const dialect: Dialect = {
  types: { integer: "BIGINT", decimal: "NUMERIC", text: "TEXT", boolean: "BOOLEAN", json: "JSON" },
  hash: { type: "BYTEA", from: (hex) => `decode(${hex}, 'hex')`, to: (hash) => `encode(${hash}, 'hex')` },
  rowId: "BIGINT",
  keepsOrder: false,
  withoutRowid: "",
  texts: (parameter) =>
    `(SELECT number - 1 AS at, text FROM json_array_elements_text(${parameter}::json) WITH ORDINALITY AS element(text, number))`,
};

/** Rows that are fetched together. */
const batchSize = 1_000;

/**
 * Ways to read whole tables, which are not for the rows of a page. The planner would take them while it knows nothing of a table:
 * its statistics come only some time after its rows.
 */
const wholeTables = ["bitmapscan", "hashjoin", "mergejoin"];

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
  const subject: Subject = { name: targetName(target), schema, secrets: secretsOf(target) };
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

const secretsOf = (target: string): string[] =>
  [...passwordsOf(target), process.env.PGPASSWORD ?? ""].filter((text) => text !== "");

function refuseReserved(schema: string): void {
  if (schema === "" || schema.includes("\0") || schema.startsWith("pg_") || Buffer.byteLength(schema) > 63)
    throw new MirrorError(
      "usage",
      "The name of the schema must have 1 to 63 bytes and not begin with pg_. Give another --schema, such as court_register.",
    );
}

class Postgres implements Database {
  readonly kind = "postgresql";
  readonly dialect: Dialect = dialect;
  readonly #driver: Driver;
  readonly #subject: Subject;
  readonly #repeating: Repeating;
  readonly #connections: ClosablePool;
  /** The end of the last transaction that writes. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(driver: Driver, target: string, subject: Subject, repeating: Repeating) {
    this.#driver = driver;
    this.#subject = subject;
    this.#repeating = repeating;
    this.#connections = driver.makePool(target, connections);
  }

  /** Makes sure that the database can keep a copy, and that its schema exists. */
  async prepare(create: boolean): Promise<void> {
    const { name, schema } = this.#subject;
    const [found] = await this.read((reading) =>
      reading.all("SELECT has_schema_privilege(oid, 'USAGE') AS usable FROM pg_namespace WHERE nspname = $1", schema),
    );
    if (found?.usable === false) throw explain(new DriverError(noUsage(schema)), this.#subject);
    if (found) return;
    if (!create)
      throw new MirrorError(
        "usage",
        `${name} has no schema ${schema}. Make the copy first: court-register-mirror sync ${name}`,
      );
    const [server] = await this.read((reading) => reading.all("SELECT current_setting('server_encoding') AS encoding"));
    if (server?.encoding !== "UTF8")
      throw new MirrorError(
        "usage",
        `${name} has the encoding ${server?.encoding}, which cannot keep every character. Name a database with the encoding UTF8.`,
      );
    await this.write((writing) => writing.run(`CREATE SCHEMA IF NOT EXISTS ${quoted(schema)}`));
  }

  write<T>(work: (writing: Writing) => Promise<T>): Promise<T> {
    // The first statement of a run's transaction locks the row of its hold, so that those of two runs follow one another.
    const plans = wholeTables.map((way) => `SET LOCAL enable_${way} = off`).join("; ");
    const settings = `SET LOCAL idle_in_transaction_session_timeout = '60s'; ${plans}`;
    const result = this.#last.then(() =>
      repeated(
        () => this.#transaction(`BEGIN ISOLATION LEVEL REPEATABLE READ; ${settings}`, work),
        this.#repeating,
      ).catch((error) => {
        throw explain(error, this.#subject);
      }),
    );
    this.#last = result.catch(() => {});
    return result;
  }

  async read<T>(work: (reading: Reading) => Promise<T>): Promise<T> {
    try {
      return await this.#transaction("BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY", work);
    } catch (error) {
      throw explain(error, this.#subject);
    }
  }

  async #transaction<T>(begin: string, work: (writing: Writing) => Promise<T>): Promise<T> {
    const client = await driven(this.#connections.pool.connect());
    // A connection that is lost while nobody waits for it shows at the next statement.
    client.on("error", ignore);
    let failure: Error | undefined;
    try {
      await driven(client.query(`${begin}; ${this.#settings()}`));
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

  /**
   * Settings of a transaction, which work behind a pooler too: names are those of the schema, nothing is ended because it takes long,
   * and a machine that is gone is noticed within two minutes, so that the rows that it has locked are free.
   */
  #settings(): string {
    const keepalive =
      "SET LOCAL tcp_keepalives_idle = 60; SET LOCAL tcp_keepalives_interval = 10; SET LOCAL tcp_keepalives_count = 6";
    return `SET LOCAL search_path = ${quoted(this.#subject.schema)}; SET LOCAL statement_timeout = 0; SET LOCAL cursor_tuple_fraction = 1; ${keepalive}`;
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
