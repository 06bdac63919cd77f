/** What cannot work is told in a sentence, without the password, and what is there stays as it is. */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { sync } from "../../src/index.ts";
import { openPostgres } from "../../src/store/postgres/postgres.ts";
import { copied, firstDay, nextDay, optionsFor, startRegister } from "../support/days.ts";
import { execute, postgresTarget, sharedServer } from "../support/postgres-target.ts";
import type { Register } from "../support/register.ts";
import { canonicalRows, rowsInView } from "../support/target.ts";

const cli = fileURLToPath(new URL("../../src/cli.ts", import.meta.url));

interface Outcome {
  code: number | null;
  output: string;
}

/** Runs the command as a user does. */
async function run(register: Register, ...args: string[]): Promise<Outcome> {
  const child = spawn(process.execPath, ["--conditions=@court-register/source", cli, ...args], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, COURT_REGISTER_BASE_URL: register.url, COURT_REGISTER_KEY: register.key },
  });
  const exit = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), exit]);
  return { code, output: out + err };
}

const lists = copied.flatMap((list) => ["--list", list]);

/** A URL with some parts changed. */
function changed(
  target: string,
  parts: Partial<Pick<URL, "username" | "password" | "pathname" | "port" | "search">>,
): string {
  const url = Object.assign(new URL(target), parts);
  return url.href;
}

/** A password whose every form is easy to find. */
const hidden = "hid%40den";

test.each<[string, (target: string) => string, number, RegExp]>([
  [
    "a wrong password",
    (it) => changed(it, { password: hidden }),
    2,
    /does not let this user in .*Check the user and the password/,
  ],
  ["no password", (it) => changed(it, { password: "" }), 2, /does not let this user in/],
  [
    "a user who does not exist",
    (it) => changed(it, { username: "nobody-here", password: hidden }),
    2,
    /does not let this user in/,
  ],
  [
    "a database that does not exist",
    (it) => changed(it, { pathname: "/missing" }),
    2,
    /missing does not exist\. Create the database/,
  ],
  [
    "a port that nobody listens on",
    (it) => changed(it, { port: "1", password: hidden }),
    1,
    /cannot be reached .*ECONNREFUSED/,
  ],
  ["a server without TLS", (it) => changed(it, { search: "?sslmode=verify-full" }), 2, /Check sslmode/],
  ["a password that is not escaped", (it) => it.replace(/:[^:@]*@/, ":hid@den@"), 2, /@ is written as %40/],
  ["an option that is not one", (it) => `${it}?sslrootcert=/missing/hidden.pem`, 2, /what is after the \?/],
  ["a port that there is not", (it) => it.replace(/:\d+\//, ":99999/"), 2, /Check its host, its port/],
])("%s", async (_, target, code, sentence) => {
  await using register = await startRegister(true);
  await using database = await postgresTarget(sharedServer());
  const started = Date.now();
  const outcome = await run(register, "sync", target(database.name), ...lists);
  // A server waits a minute for a client that it has not let in: the command does not.
  expect(Date.now() - started).toBeLessThan(45_000);
  expect(outcome.output).toMatch(sentence);
  expect(outcome.code).toBe(code);
  expect(outcome.output.trim().split("\n")).toHaveLength(1);
  expect(outcome.output).not.toMatch(/hid(@|%40)?den|a-password-of-this-test/);
});

test("the password is in no output of any command", async () => {
  await using register = await startRegister(true);
  await using target = await postgresTarget(sharedServer());
  const { password } = new URL(target.name);
  const folder = mkdtempSync(join(tmpdir(), "mirror-exported-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  expect(password.length).toBeGreaterThan(10);
  const commands = [
    ["status"],
    ["sync", ...lists],
    ["sync", ...lists, "--json"],
    ["status"],
    ["status", "--json"],
    ["verify"],
    ["verify", "--json"],
    ["prune", "--keep", "1"],
    ["show", "60000001"],
    ["show", "60000001", "--json"],
    ["changes"],
    ["changes", "--since", "0", "--json"],
    ["export", folder],
    ["export", folder, "--json"],
    ["sync", "--list", "nothing"],
    ["sync", "--unknown"],
  ];
  for (const [command = "", ...args] of commands) {
    const { output } = await run(register, command, target.name, ...args);
    expect(output, command).not.toBe("");
    expect(output, command).not.toContain(password);
  }
  const swapped = await run(register, target.name, "sync");
  expect(swapped.code).toBe(2);
  expect(swapped.output).not.toContain(password);
  // Nor is it in the database: the holder's row and the generations name the process and the service.
  const kept = await execute(
    target.name,
    "SELECT string_agg(g::text, '') AS text FROM court_register.mirror_generations g",
  );
  expect(kept[0]?.text).not.toContain(password);
});

test("a run that is refused because of another one does not show the password", async () => {
  await using register = await startRegister(true);
  await using target = await postgresTarget(sharedServer());
  let second: Outcome | undefined;
  register.intercept = async ({ list }) => {
    if (list === "subjekt" && !second) {
      second = { code: null, output: "" };
      second = await run(register, "sync", target.name, ...lists);
    }
    return false;
  };
  await sync(target.name, optionsFor(register));
  expect(second?.code).toBe(2);
  expect(second?.output).toMatch(
    /^court-register-mirror: postgres:\/\/admin@127\.0\.0\.1:\d+\/mirror_\w+ is held by process/,
  );
  expect(second?.output).not.toContain(new URL(target.name).password);
});

test("a schema that belongs to another program is refused and left as it is", async () => {
  await using register = await startRegister(true);
  await using target = await postgresTarget(sharedServer());
  await execute(
    target.name,
    "CREATE SCHEMA court_register",
    "CREATE TABLE court_register.sjediste (mine TEXT)",
    "INSERT INTO court_register.sjediste VALUES ('precious')",
  );
  const outcome = await run(register, "sync", target.name, ...lists);
  expect(outcome.code).toBe(2);
  expect(outcome.output).toMatch(/belongs to another program\. Nothing in it was changed/);
  expect(await execute(target.name, "SELECT * FROM court_register.sjediste")).toEqual([{ mine: "precious" }]);
});

test("a copy of a newer version is refused and left as it is", async () => {
  await using register = await startRegister(true);
  await using target = await postgresTarget(sharedServer());
  await sync(target.name, optionsFor(register));
  await execute(target.name, "UPDATE court_register.mirror_format SET version = 99");
  nextDay(register);
  for (const command of [
    ["sync", target.name, ...lists],
    ["status", target.name],
  ]) {
    const outcome = await run(register, ...command);
    expect(outcome.code).toBe(2);
    expect(outcome.output).toMatch(/newer version of the mirror .*Update @court-register\/mirror/);
  }
  await execute(target.name, "UPDATE court_register.mirror_format SET version = 1");
  expect(await rowsInView(target.name, "subjekt")).toEqual(canonicalRows(firstDay.subjekt ?? []));
});

test("a database without the copy, without all characters, or that can only be read", async () => {
  await using register = await startRegister(true);
  await using target = await postgresTarget(sharedServer());
  const { code, output } = await run(register, "status", target.name);
  expect(output).toMatch(/has no schema court_register\. Make the copy first/);
  expect(code).toBe(2);

  await execute(sharedServer(), "CREATE DATABASE plain_ascii ENCODING SQL_ASCII LOCALE 'C' TEMPLATE template0");
  const ascii = changed(sharedServer(), { pathname: "/plain_ascii" });
  await expect(sync(ascii, optionsFor(register))).rejects.toThrow(/the encoding SQL_ASCII, .* encoding UTF8/);
  await execute(sharedServer(), "DROP DATABASE plain_ascii");

  await execute(
    target.name,
    "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET default_transaction_read_only = on', current_database()); END $$",
  );
  await expect(sync(target.name, optionsFor(register))).rejects.toThrow(
    /can only be read\. Name the server that takes writes/,
  );
});

test("the writer owns a schema and needs nothing else; a reader may read it, and is told so when it writes", async () => {
  await using register = await startRegister(true);
  await using target = await postgresTarget(sharedServer());
  const roles = ["writer", "reader", "stranger"] as const;
  for (const role of roles)
    await execute(target.name, `DROP ROLE IF EXISTS ${role}`, `CREATE ROLE ${role} LOGIN PASSWORD 'hidden'`);
  const as = (username: (typeof roles)[number]): string => changed(target.name, { username, password: "hidden" });
  await using stack = new AsyncDisposableStack();
  stack.defer(async () => {
    await execute(target.name, "DROP SCHEMA court_register CASCADE", ...roles.map((role) => `DROP OWNED BY ${role}`));
    await execute(target.name, ...roles.map((role) => `DROP ROLE ${role}`));
  });

  await expect(sync(as("writer"), optionsFor(register))).rejects.toMatchObject({
    kind: "usage",
    message: expect.stringMatching(/may not do this in the schema court_register .*docs\/postgresql\.md/),
  });
  await execute(
    target.name,
    "CREATE SCHEMA court_register AUTHORIZATION writer",
    "GRANT USAGE ON SCHEMA court_register TO reader",
    "ALTER DEFAULT PRIVILEGES FOR ROLE writer IN SCHEMA court_register GRANT SELECT ON TABLES TO reader",
  );
  await sync(as("writer"), optionsFor(register));
  nextDay(register);
  await sync(as("writer"), optionsFor(register));

  expect(await execute(as("reader"), "SELECT count(*)::int AS rows FROM court_register.subjekt")).toEqual([
    { rows: 17 },
  ]);
  for (const command of ["status", "verify"])
    expect(await run(register, command, as("reader"))).toMatchObject({ code: 0 });
  for (const command of [
    ["sync", as("reader"), ...lists],
    ["status", as("stranger")],
  ]) {
    const { code, output } = await run(register, ...command);
    expect(output).toMatch(/may not do this in the schema court_register .*Nothing was changed/);
    expect(output).not.toContain("hidden");
    expect(code).toBe(2);
  }
});

test("a table that another program has added to a copy stays", async () => {
  await using register = await startRegister(true);
  await using target = await postgresTarget(sharedServer());
  await sync(target.name, optionsFor(register));
  await execute(target.name, "CREATE TABLE court_register.notes AS SELECT 'mine' AS text");
  nextDay(register);
  await sync(target.name, optionsFor(register));
  expect(await execute(target.name, "SELECT * FROM court_register.notes")).toEqual([{ text: "mine" }]);
  const database = await openPostgres(target.name, false, "court_register");
  expect(await database.tables()).toContain("notes");
  await database.close();
});
