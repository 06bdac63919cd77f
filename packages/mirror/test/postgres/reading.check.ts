/** Reading from a server: with the fewest rights, whatever the role and the database have set, and from the schema that is named. */
import pg from "pg";
import { expect, test } from "vitest";
import { changes, status, sync, verify } from "../../src/index.ts";
import { openDatabase } from "../../src/store/open.ts";
import { readCopy } from "../../src/store/snapshot.ts";
import { formatIn } from "../../src/store/upgrades.ts";
import { adopt } from "../support/contract.ts";
import { copied, nextDay, optionsFor, startRegister } from "../support/days.ts";
import { execute, postgresTarget, sharedServer } from "../support/postgres-target.ts";
import { readAll } from "../support/read-all.ts";
import { exportFolder, type Target } from "../support/target.ts";

/** A role of a test's own. It owns nothing. */
async function withRole(target: Target, name: string): Promise<AsyncDisposable & { url: string }> {
  await execute(target.name, `DROP ROLE IF EXISTS ${name}`, `CREATE ROLE ${name} LOGIN PASSWORD 'hidden'`);
  return {
    url: Object.assign(new URL(target.name), { username: name, password: "hidden" }).href,
    async [Symbol.asyncDispose]() {
      await execute(target.name, `DROP OWNED BY ${name} CASCADE`, `DROP ROLE ${name}`);
    },
  };
}

const mayRead = (role: string): string[] => [
  `GRANT USAGE ON SCHEMA court_register TO ${role}`,
  `GRANT SELECT ON ALL TABLES IN SCHEMA court_register TO ${role}`,
];

test("a role that may only select runs every command that reads, also while a sync runs", async () => {
  await using register = await startRegister(true);
  await using target = await postgresTarget(sharedServer());
  await using role = await withRole(target, "only_reads");
  await sync(target.name, optionsFor(register));
  await execute(target.name, ...mayRead("only_reads"), "ALTER ROLE only_reads SET default_transaction_read_only = on");
  const expected = {
    ...{ status: 1, verify: [], show: 1, changes: 1, followed: 0, export: 1, serve: 200 },
    search: "usage: This copy has no names to search. Copy a list that has some, such as skracena_tvrtka.",
  };
  const read = async (): Promise<unknown> => {
    await using exported = exportFolder();
    return await readAll(role.url, exported.name);
  };
  expect(await read()).toEqual(expected);
  nextDay(register);
  let found: unknown;
  register.intercept = async ({ list }) => {
    if (list === "jezik") found ??= await read();
    return false;
  };
  await sync(target.name, optionsFor(register));
  expect(found).toEqual(expected);
  expect(await read()).toEqual({ ...expected, status: 2, changes: 2, export: 2 });
});

/** The timeouts that this server has. */
const timeouts = async (): Promise<string[]> =>
  (
    await execute(
      sharedServer(),
      "SELECT name FROM pg_settings WHERE name ~ '^(idle_session|idle_in_transaction_session|statement|lock|transaction)_timeout$'",
    )
  ).map(({ name }) => String(name));

test("no timeout of a role ends a reading: not behind a pager, and not behind a lock", async () => {
  await using register = await startRegister(true);
  await using target = await postgresTarget(sharedServer());
  await using role = await withRole(target, "hasty");
  await sync(target.name, optionsFor(register));
  await execute(target.name, ...mayRead("hasty"));
  const names = await timeouts();
  expect(names).toEqual(
    expect.arrayContaining(["statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout"]),
  );
  for (const name of names) await execute(target.name, `ALTER ROLE hasty SET ${name} = '150ms'`);
  /** Waits until a connection of the role has been in a state for a second. */
  const waits = (state: string): Promise<void> =>
    expect
      .poll(
        () =>
          execute(
            target.name,
            `SELECT 1 FROM pg_stat_activity WHERE usename = 'hasty' AND ${state} AND state_change < clock_timestamp() - interval '1 s'`,
          ),
        { timeout: 60_000 },
      )
      .toHaveLength(1);

  let shown = 0;
  const { to } = await changes(role.url, {
    since: "0",
    onChange: async () => {
      if (shown++ === 0) await waits("state = 'idle in transaction'");
    },
  });
  expect({ to: to.generation, shown }).toEqual({ to: 1, shown: 24 + 17 + 4 });

  const other = new pg.Client(target.name);
  await other.connect();
  await other.query("BEGIN; LOCK TABLE court_register.subjekt_rows");
  const verified = verify(role.url);
  await Promise.race([verified, waits("wait_event_type = 'Lock'")]);
  await other.query("COMMIT");
  await other.end();
  expect((await verified).problems).toEqual([]);

  // Nor does one end a run that writes, although it ends its connections while the run waits for the service.
  await execute(target.name, "GRANT admin TO hasty");
  nextDay(register);
  register.intercept = async ({ list, offset }) => {
    if (list === "jezik" || offset === 5)
      await expect
        .poll(() => execute(target.name, "SELECT pid FROM pg_stat_activity WHERE usename = 'hasty'"), {
          timeout: 60_000,
        })
        .toEqual([]);
    return false;
  };
  expect(await sync(role.url, optionsFor(register))).toMatchObject({ generation: 2 });
});

/** Finds who waits for a lock. */
const isWaiting = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";

test("a table that is made anew waits for who reads: it would be empty for them", async () => {
  await using register = await startRegister(true);
  await using target = await postgresTarget(sharedServer());
  await sync(target.name, optionsFor(register));
  let isMade = false;
  let adopted: Promise<void> | undefined;
  const seen = await readCopy(target.name, {}, async ({ reading }) => {
    // A field of another type needs another table.
    adopted = adopt(target.name, "subjekt", (columns) =>
      columns.map((column) => (column.name === "status" ? { ...column, type: "text" } : column)),
    ).finally(() => {
      isMade = true;
    });
    await expect
      .poll(async () => isMade || (await execute(target.name, isWaiting)).length > 0, { timeout: 60_000 })
      .toBe(true);
    return await reading.all("SELECT 1 FROM subjekt_rows");
  });
  await adopted;
  expect(seen).toHaveLength(17);
  expect((await verify(target.name)).problems).toEqual([]);
});

test("who has waited for an upgrade sees what it has made, and not the moment when the waiting began", async () => {
  await using register = await startRegister(true);
  await using target = await postgresTarget(sharedServer());
  await sync(target.name, optionsFor(register));
  const database = await openDatabase(target.name, "read");
  const other = new pg.Client(target.name);
  await other.connect();
  await other.query(
    "BEGIN; LOCK TABLE court_register.mirror_format; UPDATE court_register.mirror_format SET version = 99",
  );
  const read = database.read(formatIn, "mirror_format");
  await expect.poll(() => execute(target.name, isWaiting), { timeout: 60_000 }).toHaveLength(1);
  await other.query("COMMIT");
  await other.end();
  expect(await read).toMatchObject({ version: 99 });
  await database.close();
});

/** The schemas that the mirror has put a copy into. */
const schemasOf = async (target: Target): Promise<unknown[]> =>
  (
    await execute(
      target.name,
      "SELECT nspname FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace WHERE relname = 'mirror_format'",
    )
  ).map(({ nspname }) => nspname);

test.each([
  "Register",
  "with space",
  'a "quoted" name',
  "it's",
  "a.b",
  'a", public, "b',
  "$users",
  "\\",
  "šđž",
  "PG_x",
  "x".repeat(63),
])("the schema %s is the one of that name", async (schema) => {
  await using register = await startRegister(true);
  await using target = await postgresTarget(sharedServer());
  const lists = copied.filter((list) => list === "jezik");
  await sync(target.name, { ...optionsFor(register), lists, schema });
  expect(await schemasOf(target)).toEqual([schema]);
  expect((await status(target.name, { schema })).generations).toHaveLength(1);
  expect((await verify(target.name, { schema })).problems).toEqual([]);
});

test.each(["$user", "", "pg_register", "x".repeat(64), "š".repeat(32), "a\0b", "\ud800"])(
  "the schema %j is refused in a sentence, and nothing is written",
  async (schema) => {
    await using register = await startRegister(true);
    await using target = await postgresTarget(sharedServer());
    await execute(target.name, "CREATE SCHEMA admin");
    for (const command of [sync(target.name, { ...optionsFor(register), schema }), status(target.name, { schema })])
      await expect(command).rejects.toMatchObject({ kind: "usage", message: expect.stringContaining("schema") });
    expect(await schemasOf(target)).toEqual([]);
    expect(register.requests).toBe(0);
  },
);

test.each(["SQL_ASCII", "LATIN2"])(
  "a database with the encoding %s is refused by every command, also with its schema there",
  async (encoding) => {
    await using register = await startRegister(true);
    await using target = await postgresTarget(sharedServer());
    await using exported = exportFolder();
    const url = Object.assign(new URL(target.name), { pathname: `/other_${encoding.toLowerCase()}` });
    const database = url.pathname.slice(1);
    await execute(target.name, `DROP DATABASE IF EXISTS ${database}`);
    await execute(target.name, `CREATE DATABASE ${database} ENCODING ${encoding} LOCALE 'C' TEMPLATE template0`);
    try {
      await execute(url.href, "CREATE SCHEMA court_register");
      const sentence = new RegExp(`the encoding ${encoding}, .* Name a database with the encoding UTF8`);
      await expect(sync(url.href, optionsFor(register))).rejects.toThrow(sentence);
      for (const [command, found] of Object.entries(await readAll(url.href, exported.name)))
        expect(found, command).toMatch(sentence);
    } finally {
      await execute(target.name, `DROP DATABASE ${database} WITH (FORCE)`);
    }
  },
);

test("a role that speaks another encoding reads every character", async () => {
  await using register = await startRegister(true);
  await using target = await postgresTarget(sharedServer());
  await using role = await withRole(target, "old_client");
  register.rows = { jezik: ['{"id":1,"naziv":"šđ 日本 🏛"}'] };
  await sync(target.name, { ...optionsFor(register), lists: ["jezik"] });
  await execute(target.name, ...mayRead("old_client"), "ALTER ROLE old_client SET client_encoding = 'LATIN1'");
  const found: unknown[] = [];
  await changes(role.url, { since: "0", onChange: ({ row }) => void found.push(row) });
  expect(found).toMatchObject([{ naziv: "šđ 日本 🏛" }]);
  expect((await verify(`${role.url}?client_encoding=LATIN1`)).problems).toEqual([]);
});
