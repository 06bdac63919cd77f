/** Databases of the server that `pnpm check:postgres` has started. */
import { randomUUID } from "node:crypto";
import pg from "pg";
import type { Target } from "./target.ts";

/** Runs statements, and returns the rows of the last one. */
export async function execute(url: string, ...statements: string[]): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    let rows: Record<string, unknown>[] = [];
    for (const statement of statements) rows = (await client.query(statement)).rows;
    return rows;
  } finally {
    await client.end();
  }
}

/** The URL of another database of the same server. */
function databaseUrl(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}

/** The server that `pnpm check:postgres` has started for all tests, as its superuser. */
export function sharedServer(): string {
  const server = process.env.COURT_REGISTER_TEST_POSTGRES;
  if (!server) throw new Error("These tests need a server: run them with pnpm check:postgres.");
  return server;
}

/**
 * A database of its own on a server.
 *
 * @param template - The target that it begins as a copy of.
 */
export async function postgresTarget(server: string, template?: Target): Promise<Target> {
  const database = `mirror_${randomUUID().replaceAll("-", "")}`;
  const original = template ? new URL(template.name).pathname.slice(1) : "template1";
  await execute(server, `CREATE DATABASE ${database} TEMPLATE ${original}`);
  return {
    name: databaseUrl(server, database),
    async [Symbol.asyncDispose]() {
      await execute(server, `DROP DATABASE ${database} WITH (FORCE)`);
    },
  };
}

/** Databases that tests have given back empty. */
const empty: string[] = [];

/** An empty database of a server. Making one takes longer than emptying it, so that it is used again. */
export async function emptyDatabase(server: string): Promise<Target> {
  const name = empty.pop() ?? (await postgresTarget(server)).name;
  return {
    name,
    async [Symbol.asyncDispose]() {
      await execute(
        name,
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
        "DROP SCHEMA IF EXISTS court_register CASCADE",
      );
      empty.push(name);
    },
  };
}
