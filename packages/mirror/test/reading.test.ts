/** Reading never writes a byte: not to the copy, not beside it, and not to a file of another program. */
import { type ChildProcessByStdio, spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { DatabaseSync } from "node:sqlite";
import type { Readable, Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { changes, prune, status, sync, verify } from "../src/index.ts";
import { openSqlite } from "../src/store/sqlite.ts";
import { run } from "./support/command.ts";
import { firstDay, history, nextDay, optionsFor, startRegister } from "./support/days.ts";
import { readAll } from "./support/read-all.ts";
import type { Register } from "./support/register.ts";
import { canonicalRows, exportFolder, rowsInView, sqliteTarget } from "./support/target.ts";

/** The user `nobody`. */
const nobody = 65_534;

/** Every file of a folder, with all that changes if it is written. */
function filesOf(folder: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(folder)
      .sort()
      .map((name) => {
        const file = join(folder, name);
        const { mtimeNs, ino } = statSync(file, { bigint: true });
        return [name, `${createHash("sha256").update(readFileSync(file)).digest("hex")} ${mtimeNs} ${ino}`];
      }),
  );
}

/** What readers and writers share in memory, if a file of it is there: who may write has it made anew after a kill. */
const sharedIn = (folder: string): Record<string, string> =>
  Object.fromEntries(Object.entries(filesOf(folder)).filter(([name]) => name.endsWith("-shm")));

const program = (name: string): string => fileURLToPath(new URL(`./support/${name}.ts`, import.meta.url));
const node = [process.execPath, "--conditions=@court-register/source"];

/** Runs a process to its end, and returns what it printed. */
async function output(command: readonly string[]): Promise<string> {
  const [name = "", ...args] = command;
  const child = spawn(name, args, { stdio: ["ignore", "pipe", "pipe"] });
  const [out, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")]);
  expect(errors).toBe("");
  return out;
}

/** A process that reads whenever it is asked to. */
class Reader implements AsyncDisposable {
  readonly #child: ChildProcessByStdio<Writable, Readable, Readable>;
  readonly #lines: AsyncIterator<string>;
  readonly #errors: Promise<string>;

  constructor([name = "", ...args]: readonly string[]) {
    this.#child = spawn(name, args, { stdio: ["pipe", "pipe", "pipe"] });
    this.#lines = createInterface(this.#child.stdout)[Symbol.asyncIterator]();
    this.#errors = text(this.#child.stderr);
  }

  /** What each command finds in a target; exports go to a folder of their own. */
  async read(target: string): Promise<Record<string, unknown>> {
    await using exported = exportFolder();
    chmodSync(exported.name, 0o777);
    this.#child.stdin.write(`${JSON.stringify([target, exported.name])}\n`);
    return JSON.parse((await this.#lines.next()).value);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#child.stdin.end();
    expect(await this.#errors).toBe("");
  }
}

/** Where all copies are that another process reads. */
const place = mkdtempSync(join(tmpdir(), "mirror-reading-"));
chmodSync(place, 0o755);

/** A folder in it, which anyone may read. */
function newPlace(): string {
  const folder = mkdtempSync(join(place, "copy-"));
  chmodSync(folder, 0o755);
  return folder;
}

/** Lets everybody read a copy, as the guide says: what is beside it later has the same mode. */
const share = (target: string): void => chmodSync(target, 0o644);

const canMount = spawnSync("unshare", ["-m", "true"]).status === 0;
const onReadOnlyMount = `mount --bind "$1" "$1" && mount -o remount,bind,ro "$1" && shift && exec "$@"`;
const readAllProgram = [...node, program("read-all")];

/** Who reads, and why not here. */
const whoReads: Readonly<
  Record<string, { command: readonly string[]; missing: string | undefined; mayShare?: boolean }>
> = {
  "its owner": { command: readAllProgram, missing: undefined, mayShare: true },
  "a user who may only read": {
    command: [...readAllProgram, String(nobody)],
    missing: process.getuid?.() === 0 ? undefined : "Only root may read as another user.",
  },
  "its owner, on a mount that can only be read": {
    command: ["unshare", "-m", "bash", "-c", onReadOnlyMount, "bash", place, ...readAllProgram],
    missing: canMount ? undefined : "This user may not mount a file system.",
  },
};

/** What every command finds in the copy of the first day. */
const firstCopy = {
  status: 1,
  verify: [],
  show: 1,
  search: "usage: This copy has no names to search. Copy a list that has some, such as skracena_tvrtka.",
  changes: 1,
  followed: 0,
  export: 1,
  serve: 200,
};

/** The copy of the first day; a second one was killed; and the same without the file that dies with a machine. */
const states = ["at rest", "after a killed sync", "after a lost machine"] as const;
const folders = new Map<string, string>();

beforeAll(async () => {
  await using register = await startRegister(true);
  for (const state of states) {
    const folder = newPlace();
    folders.set(state, folder);
    const target = join(folder, "register.sqlite");
    if (state === "after a lost machine") {
      for (const end of ["", "-wal"])
        copyFileSync(`${folders.get("after a killed sync")}/register.sqlite${end}`, target + end);
      continue;
    }
    await sync(target, optionsFor(register));
    share(target);
    if (state === "at rest") continue;
    nextDay(register);
    const child = spawn(node[0] ?? "", [
      ...node.slice(1),
      program("killed-sync"),
      target,
      register.url,
      register.key,
      "9",
    ]);
    const [, signal] = await once(child, "exit");
    expect(signal).toBe("SIGKILL");
    expect(statSync(`${target}-wal`).size).toBeGreaterThan(0);
  }
});
afterAll(() => rmSync(place, { recursive: true }));

describe.each(Object.entries(whoReads))("%s", (_, { command, missing, mayShare = false }) => {
  let reader: Reader;
  beforeAll(() => {
    if (!missing) reader = new Reader(command);
  });
  afterAll(() => reader?.[Symbol.asyncDispose]());

  test.for(states)("reads a copy %s", async (state, { skip }) => {
    if (missing) return skip(missing);
    const folder = folders.get(state) ?? "";
    const before = filesOf(folder);
    expect(await reader.read(join(folder, "register.sqlite"))).toEqual(firstCopy);
    expect(filesOf(folder)).toEqual({ ...before, ...(mayShare && sharedIn(folder)) });
  });

  test("reads while a sync runs, and what it has published afterwards", async ({ skip }) => {
    if (missing) return skip(missing);
    await using register = await startRegister(true);
    const folder = newPlace();
    const target = join(folder, "register.sqlite");
    await sync(target, optionsFor(register));
    share(target);
    nextDay(register);
    let found: unknown;
    register.intercept = async ({ list }) => {
      if (list === "jezik") found ??= await reader.read(target);
      return false;
    };
    await sync(target, optionsFor(register));
    expect(found).toEqual(firstCopy);
    expect(await reader.read(target)).toEqual({ ...firstCopy, status: 2, changes: 2, export: 2 });
    expect(readdirSync(folder)).toEqual(["register.sqlite"]);
  });
});

test("a killed sync that was read is recovered by the next one", async () => {
  await using register = await startRegister(true);
  await using target = sqliteTarget();
  await using exported = exportFolder();
  for (const end of ["", "-wal", "-shm"])
    copyFileSync(`${folders.get("after a killed sync")}/register.sqlite${end}`, target.name + end);
  expect(await readAll(target.name, exported.name)).toEqual(firstCopy);
  nextDay(register);
  await sync(target.name, { ...optionsFor(register), anew: true });
  expect((await status(target.name)).generations).toHaveLength(2);
  expect((await verify(target.name)).problems).toEqual([]);
});

/** Who else may have the file open, and what is left of a killed sync. */
const sharers: Readonly<Record<string, readonly string[]>> = {
  "after a killed sync": ["", "-wal", "-shm"],
  "after a lost machine": ["", "-wal"],
  "beside another program": [""],
};

test.for(Object.entries(sharers))("a program reads and writes in one process, %s", async ([state, ends]) => {
  await using register = await startRegister(true);
  await using target = sqliteTarget();
  const source = folders.get(state === "beside another program" ? "at rest" : "after a killed sync") ?? "";
  for (const end of ends) copyFileSync(`${source}/register.sqlite${end}`, target.name + end);
  await using _other = state === "beside another program" ? await heldOpen(target.name) : undefined;
  if (_other) expect(readdirSync(dirname(target.name))).toContain("register.sqlite-shm");
  nextDay(register);
  let shown = 0;
  let published = 0;
  const reading = changes(target.name, {
    since: "0",
    onChange: async () => {
      if (shown++ > 0) return;
      // Others read meanwhile.
      await Promise.all([status(target.name), status(target.name), status(target.name)]);
      const copied = sync(target.name, { ...optionsFor(register), anew: true });
      published = (await copied).generation;
    },
  });
  // Without the file that is shared, nothing tells the reader when it has to look at the database: it may only stop.
  if (state === "after a lost machine")
    await expect(reading).rejects.toMatchObject({
      kind: "unavailable",
      message: expect.stringContaining("was written while it was read"),
    });
  else expect((await reading).to.generation).toBe(1);
  expect(published).toBe(2);
  expect((await status(target.name)).generations).toHaveLength(2);
  expect((await verify(target.name)).problems).toEqual([]);
});

test("a reader without locks that closes a file leaves others in its process the locks that they have", async ({
  skip,
}) => {
  if (!existsSync("/proc/locks")) return skip("This system does not show its locks as Linux does.");
  await using target = sqliteTarget();
  for (const end of ["", "-wal"])
    copyFileSync(`${folders.get("after a killed sync")}/register.sqlite${end}`, target.name + end);
  const locks = (): string[] =>
    readFileSync("/proc/locks", "utf8")
      .split("\n")
      .filter((line) => new RegExp(` ${process.pid} \\S+:${statSync(target.name).ino} `).test(line))
      // A line begins with its number, which changes as other programs lock files.
      .map((line) => line.replace(/^\d+: /, ""));
  const reader = await openSqlite(target.name, "read");
  const writer = await openSqlite(target.name, "write");
  await writer.write((writing) => writing.run("UPDATE mirror_hold SET beat = beat"));
  const held = locks();
  expect(held).toHaveLength(1);
  await reader.close();
  expect(locks()).toEqual(held);
  await writer.close();
  expect(locks()).toEqual([]);
  expect(readdirSync(dirname(target.name))).toEqual(["register.sqlite"]);
});

test("who reads between any two requests of a sync sees the copy before it, and never waits", async () => {
  await using register = await startRegister(true);
  await using target = sqliteTarget();
  await sync(target.name, optionsFor(register));
  nextDay(register);
  const before = await history(target.name);
  const seen: unknown[] = [];
  register.intercept = async () => {
    const database = await openSqlite(target.name, "read");
    seen.push(await database.read((reading) => reading.all("SELECT count(*) AS rows FROM subjekt WHERE status = 2")));
    await database.close();
    return false;
  };
  await sync(target.name, optionsFor(register));
  expect(seen.length).toBeGreaterThan(10);
  for (const rows of seen) expect(rows).toEqual([{ rows: 0n }]);
  expect((await history(target.name)).slice(0, 1)).toEqual(before);
});

test("who has begun to read before a sync goes on with the earlier copy", async () => {
  await using register = await startRegister(true);
  await using target = sqliteTarget();
  await sync(target.name, optionsFor(register));
  let published = 0;
  let shown = 0;
  await changes(target.name, {
    since: "0",
    onChange: async () => {
      if (shown++ > 0) return;
      nextDay(register);
      published = (await sync(target.name, optionsFor(register))).generation;
    },
  });
  expect({ published, shown }).toEqual({ published: 2, shown: 24 + 17 + 4 });
  expect((await status(target.name)).generations).toHaveLength(2);
});

test("who may not meet a sync is told that one has written meanwhile, before a row of two moments is shown", async () => {
  await using register = await startRegister(true);
  await using target = sqliteTarget();
  await sync(target.name, optionsFor(register));
  const database = await openSqlite(target.name, "look");
  await expect(
    database.read(async (reading) => {
      expect(await reading.all("SELECT * FROM jezik")).toHaveLength(4);
      nextDay(register);
      await sync(target.name, optionsFor(register));
      return await reading.all("SELECT * FROM jezik");
    }),
  ).rejects.toMatchObject({ kind: "unavailable", message: expect.stringContaining("Run the command again") });
  await database.close();
});

test("a command whose reader leaves in the middle leaves nothing beside the copy", async () => {
  const folder = folders.get("at rest") ?? "";
  const before = filesOf(folder);
  const cli = fileURLToPath(new URL("../src/cli.ts", import.meta.url));
  const script = `"$@" | head -n 1`;
  const first = await output([
    ...["bash", "-c", script, "bash", ...node, cli],
    ...["changes", join(folder, "register.sqlite"), "--since", "0"],
  ]);
  expect(first).toMatch(/^\+ new/);
  expect(filesOf(folder)).toEqual(before);
});

/** Files that are not the mirror's, by what they are. Each is made in a folder, as `target`. */
const others: Readonly<Record<string, (target: string) => Promise<AsyncDisposable> | undefined>> = {
  notes: (target) => void writeFileSync(target, "These are my notes, and not a register.\n".repeat(100)),
  "a short note": (target) => void writeFileSync(target, "Buy milk."),
  "a database": (target) => void made(target, "CREATE TABLE sjediste (mine TEXT)"),
  "a database with -wal": (target) => void made(target, "PRAGMA journal_mode = WAL; CREATE TABLE sjediste (mine TEXT)"),
  "a database that is open": (target) =>
    heldOpen(target, "PRAGMA journal_mode = WAL; CREATE TABLE sjediste (mine TEXT)"),
  "a database of a program that was killed": (target) => killed(target, ["", "-wal", "-shm"]),
  "a database that was copied with its -wal": (target) => killed(target, ["", "-wal"]),
  "a database in the middle of a change": (target) => {
    made(target, "CREATE TABLE sjediste (mine TEXT); INSERT INTO sjediste VALUES ('precious')");
    const database = new DatabaseSync(target);
    database.exec("PRAGMA cache_size = 1; BEGIN; CREATE TABLE other (mine TEXT)");
    database.exec("INSERT INTO other SELECT hex(randomblob(2000)) FROM json_each('[1,2,3,4,5,6,7,8,9]')");
    const [changed, journal] = [readFileSync(target), readFileSync(`${target}-journal`)];
    database.close();
    writeFileSync(target, changed);
    writeFileSync(`${target}-journal`, journal);
  },
  "an empty database with a version": (target) => void made(target, "PRAGMA user_version = 7"),
  "an empty database with a mark": (target) => void made(target, "PRAGMA application_id = 7"),
  "a table that is called like one of the mirror's": (target) =>
    void made(target, "CREATE TABLE mirror_format (mine TEXT)"),
  "a copy of a newer version": (target) => {
    copyFileSync(join(folders.get("at rest") ?? "", "register.sqlite"), target);
    made(target, "UPDATE mirror_format SET version = 99; PRAGMA journal_mode = DELETE");
  },
};

/** Another program that has a database open. */
async function heldOpen(target: string, sql = "SELECT count(*) FROM sqlite_schema"): Promise<AsyncDisposable> {
  const script = `const database = new (require("node:sqlite").DatabaseSync)(process.argv[1]);
    database.exec(process.argv[2]);
    console.log("open"); process.stdin.on("end", () => database.close()).resume();`;
  const child = spawn(process.execPath, ["-e", script, target, sql], { stdio: ["pipe", "pipe", "inherit"] });
  await once(child.stdout, "data");
  return {
    async [Symbol.asyncDispose]() {
      child.stdin.end();
      await once(child, "exit");
    },
  };
}

function made(target: string, sql: string): void {
  const database = new DatabaseSync(target);
  database.exec(sql);
  database.close();
}

/** What is left of a program that was killed; its table is in what is not yet in the database itself. */
function killed(target: string, ends: readonly string[]): undefined {
  const database = new DatabaseSync(target);
  database.exec("PRAGMA journal_mode = WAL; CREATE TABLE sjediste (mine TEXT)");
  const files = ends.map((end) => [end, readFileSync(target + end)] as const);
  database.close();
  for (const [end, bytes] of files) writeFileSync(target + end, bytes);
}

const commandsThatWrite = (register: Register): Record<string, (target: string) => Promise<unknown>> => ({
  sync: (target) => sync(target, optionsFor(register)),
  prune: (target) => prune(target, { keep: 1 }),
});

describe("a file of another program is refused by every command, and stays as it is", () => {
  test.each(Object.entries(others))("%s", async (_, make) => {
    await using register = await startRegister(true);
    await using target = sqliteTarget();
    await using exported = exportFolder();
    await using _open = await make(target.name);
    const before = filesOf(dirname(target.name));
    for (const [command, write] of Object.entries(commandsThatWrite(register)))
      await expect(write(target.name), command).rejects.toMatchObject({
        name: "MirrorError",
        message: expect.stringMatching(/belongs to another|not a database|newer version|in the middle of a change/),
      });
    for (const [command, found] of Object.entries(await readAll(target.name, exported.name)))
      expect(found, command).toMatch(/^(foreign|newer|unavailable): /);
    expect(filesOf(dirname(target.name))).toEqual(before);
    expect(readdirSync(exported.name)).toEqual([]);
    expect(register.requests).toBe(0);
  });
});

describe("what is no copy is told in a sentence, and nothing is made", () => {
  test.each<[string, (target: string) => void, RegExp]>([
    ["nothing", () => {}, /^usage: There is no file .*register\.sqlite\. Make the copy first/],
    ["an empty file", (target) => writeFileSync(target, ""), /^usage: .* holds no copy yet/],
    ["an empty database", (target) => made(target, "PRAGMA journal_mode = WAL"), /^usage: .* holds no copy yet/],
    ["a folder", (target) => void mkdirSync(target), /^usage: .*register\.sqlite is a folder\. Name a file in it/],
    ["a pipe", (target) => void spawnSync("mkfifo", [target]), /^usage: .*is not an ordinary file/],
  ])("%s", async (_, make, sentence) => {
    await using target = sqliteTarget();
    await using exported = exportFolder();
    make(target.name);
    const listing = (): unknown[] =>
      readdirSync(dirname(target.name), { withFileTypes: true }).map((entry) => [
        entry.name,
        statSync(join(entry.parentPath, entry.name), { bigint: true }).mtimeNs,
      ]);
    const before = listing();
    for (const [command, found] of Object.entries(await readAll(target.name, exported.name)))
      expect(found, command).toMatch(sentence);
    expect(listing()).toEqual(before);
    expect(readdirSync(exported.name)).toEqual([]);
  });

  test("an empty file, or an empty database, becomes a copy", async () => {
    for (const make of [(target: string) => appendFileSync(target, ""), (target: string) => made(target, "VACUUM")]) {
      await using register = await startRegister(true);
      await using target = sqliteTarget();
      make(target.name);
      await sync(target.name, optionsFor(register));
      expect(await rowsInView(target.name, "subjekt")).toEqual(canonicalRows(firstDay.subjekt ?? []));
    }
  });

  test("a file that this user may not read", async ({ skip }) => {
    if (process.getuid?.() !== 0) return skip("Only root may read as another user.");
    await using target = sqliteTarget();
    await using reader = new Reader([...readAllProgram, String(nobody)]);
    writeFileSync(target.name, "", { mode: 0o600 });
    for (const mode of [0o755, 0o700]) {
      chmodSync(dirname(target.name), mode);
      for (const [command, error] of Object.entries(await reader.read(target.name)))
        expect(error, command).toMatch(/^unavailable: The file .* cannot be read \(EACCES\)\. Check the permissions/);
    }
    expect((await run("status", target.name)).code).toBe(2);
  });
});
