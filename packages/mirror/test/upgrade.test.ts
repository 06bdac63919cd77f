/**
 * A copy outlives the version that made it: the next one reads it where it can, and its `sync` brings it to the next format. No format has
 * a step yet, so that versions to come are made here.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import type * as Mirror from "../src/index.ts";
import { changes, exportTo, prune, type SyncEvent, status, sync, verify } from "../src/index.ts";
import { openCopy, readOpened } from "../src/store/format.ts";
import { Lease } from "../src/store/lease.ts";
import { openDatabase } from "../src/store/open.ts";
import { firstFormat, formatIn } from "../src/store/upgrades.ts";
import { copied, firstDay, history, nextDay, optionsFor, secondDay, startRegister } from "./support/days.ts";
import { databaseKind } from "./support/golden.ts";
import { type NextVersion, nextVersion } from "./support/next-version.ts";
import { execute, postgresTarget } from "./support/postgres-target.ts";
import { proofCases } from "./support/proofs.ts";
import type { Register } from "./support/register.ts";
import { exportFolder, inTarget, newTarget, sqliteTarget, type Target } from "./support/target.ts";

const script = fileURLToPath(new URL("./support/killed-upgrade.ts", import.meta.url));

let register: Register;
/** Three generations, the first of which is pruned, and a fourth that is unfinished. */
let copy: Target;
/** The next version reads that; the one after it does not. */
let next: NextVersion;
let afterNext: NextVersion;
beforeAll(async () => {
  register = await startRegister(true);
  copy = await newTarget();
  await sync(copy.name, optionsFor(register));
  nextDay(register);
  await sync(copy.name, optionsFor(register));
  register.rows = { ...secondDay, jezik: firstDay.jezik ?? [] };
  register.state = "third-day";
  await sync(copy.name, { ...optionsFor(register), acceptShrink: true });
  await prune(copy.name, { keep: 2 });
  register.rows = secondDay;
  register.state = "fourth-day";
  register.intercept = ({ list, response }) => {
    if (list === "jezik") response.writeHead(403).end("{}");
    return list === "jezik";
  };
  await expect(sync(copy.name, optionsFor(register))).rejects.toMatchObject({ kind: "refused" });
  register.intercept = undefined;
  next = await nextVersion(1);
  afterNext = await nextVersion(2);
});
afterAll(async () => {
  next[Symbol.dispose]();
  afterNext[Symbol.dispose]();
  await copy[Symbol.asyncDispose]();
  await register[Symbol.asyncDispose]();
});

/** A duplicate of the copy. */
async function duplicate(): Promise<Target> {
  const server = process.env.COURT_REGISTER_TEST_POSTGRES;
  if (server) return await postgresTarget(server, copy);
  const target = sqliteTarget();
  copyFileSync(copy.name, target.name);
  return target;
}

const formatOf = ({ name }: Target) => inTarget(name, (database) => database.read(formatIn));

const run = ({ name }: Target, statement: string): Promise<unknown> =>
  inTarget(name, (database) => database.write((writing) => writing.run(statement)));

/** What is said of who changed what, a line for each change. */
async function toldOf(
  mirror: Pick<typeof Mirror, "changes">,
  target: Target,
  since: number,
  until?: number,
): Promise<string[]> {
  const told: string[] = [];
  await mirror.changes(target.name, { since, until, onChange: (change) => void told.push(JSON.stringify(change)) });
  return told;
}

test("the next version reads a copy of before, and writes to none", async () => {
  await using target = await duplicate();
  const { mirror } = next;
  expect(await mirror.verify(target.name)).toEqual(await verify(target.name));
  expect((await mirror.status(target.name)).generations).toHaveLength(2);
  expect(await toldOf(mirror, target, 2)).toEqual(await toldOf({ changes }, target, 2));
  const sentence = `has format ${firstFormat}, and this version of the mirror, 1.0.0, has format ${firstFormat + 1}. Run sync first`;
  for (const write of [
    () => mirror.prune(target.name, { keep: 1 }),
    () => mirror.follow(target.name, ["P-1/2020@3"]),
    () => mirror.unfollow(target.name, ["P-1/2020@3"]),
  ])
    await expect(write()).rejects.toMatchObject({ kind: "usage", message: expect.stringContaining(sentence) });
  expect(await formatOf(target)).toMatchObject({ version: firstFormat });
});

test("a version that cannot read a copy says which one does", async () => {
  await using target = await duplicate();
  const { writtenBy } = await formatOf(target);
  for (const read of [afterNext.mirror.verify, afterNext.mirror.status])
    await expect(read(target.name)).rejects.toMatchObject({
      kind: "usage",
      message: expect.stringContaining(`reads it: npx @court-register/mirror@${writtenBy}`),
    });
});

test.each([1, 2] as const)("sync brings a copy %i formats on, and all goes on with it as before", async (steps) => {
  await using target = await duplicate();
  await using folder = exportFolder();
  const { mirror } = steps === 1 ? next : afterNext;
  const [told, exported] = [join(folder.name, "told.json"), join(folder.name, "exported")];
  await exportTo(target.name, exported, { format: "ndjson" });
  await changes(target.name, { told });
  const before = await toldOf({ changes }, target, 2);
  const events: SyncEvent[] = [];
  await mirror.sync(target.name, { ...optionsFor(register), onEvent: (event) => void events.push(event) });
  expect(events[0]).toEqual({ type: "upgrade", from: firstFormat, to: firstFormat + steps, dropped: 4 });
  expect(events[1]).toMatchObject({ type: "start", generation: 4, resumed: false });
  expect((await mirror.verify(target.name)).problems).toEqual([]);
  expect((await mirror.status(target.name)).generations).toMatchObject([
    { generation: 2 },
    { generation: 3 },
    { generation: 4, state: "fourth-day" },
  ]);
  expect(await toldOf(mirror, target, 2, 3)).toEqual(before);
  // Both were made before: their seals are known.
  expect((await mirror.exportTo(target.name, exported, { format: "ndjson" })).generation).toBe(4);
  expect(await mirror.changes(target.name, { told })).toMatchObject({ from: { generation: 3 }, to: { generation: 4 } });
  await expect(sync(target.name, optionsFor(register))).rejects.toMatchObject({
    kind: "newer",
    message: expect.stringContaining(`newer version of the mirror (${steps}.0.0, in format ${firstFormat + steps};`),
  });
});

test("a copy of the format between goes on, too", async () => {
  await using target = await duplicate();
  await next.mirror.sync(target.name, optionsFor(register));
  await afterNext.mirror.sync(target.name, optionsFor(register));
  expect((await afterNext.mirror.verify(target.name)).problems).toEqual([]);
  await expect(verify(target.name)).rejects.toMatchObject({ kind: "newer", message: expect.stringContaining("2.0.0") });
});

test("a run of before that has opened a copy, and waits for the hold, does not write to what the next version has made of it", async () => {
  await using target = await duplicate();
  const database = await openDatabase(target.name, "write");
  await openCopy(database, target.name, "write");
  await next.mirror.sync(target.name, optionsFor(register));
  await expect(Lease.take(database, target.name, Date.now)).rejects.toMatchObject({ kind: "newer" });
  await database.close();
});

test("who reads while a copy is upgraded goes on with the copy as it was", async () => {
  await using target = await duplicate();
  let upgraded: Promise<unknown> | undefined;
  const database = await openDatabase(target.name, "read");
  const rows = await readOpened(database, target.name, async (reading) => {
    let isDone = false;
    upgraded = afterNext.mirror.sync(target.name, optionsFor(register)).finally(() => {
      isDone = true;
    });
    // SQLite keeps the copy for who reads; on a server, the upgrade waits for them.
    await expect.poll(async () => isDone || (await isWaiting(target)), { timeout: 60_000 }).toBe(true);
    return await reading.all("SELECT made_from FROM mirror_name_lists");
  });
  await database.close();
  expect(rows).toEqual([]);
  await upgraded;
  await expect(status(target.name)).rejects.toMatchObject({ kind: "newer" });
});

/** Whether a run waits for a lock on a server. */
const isWaiting = async ({ name }: Target): Promise<boolean> =>
  databaseKind === "postgresql" &&
  (
    await execute(
      name,
      "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
    )
  ).length > 0;

test("a command of before that has opened a copy, and begins to read, does not read what the next version has made of it", async () => {
  await using target = await duplicate();
  const database = await openDatabase(target.name, "read");
  const begin = database.read.bind(database);
  database.read = async (work, steady) => {
    if (steady !== undefined) await next.mirror.sync(target.name, optionsFor(register));
    return await begin(work, steady);
  };
  let isRead = false;
  const read = readOpened(database, target.name, async () => {
    isRead = true;
  });
  await expect(read).rejects.toMatchObject({ kind: "newer" });
  expect(isRead).toBe(false);
  await database.close();
});

test("what somebody has changed is found by the rule of before, and is not sealed anew", async () => {
  await using target = await duplicate();
  await run(target, "UPDATE mirror_counts SET row_count = row_count + 1 WHERE generation = 2 AND list = 'jezik'");
  expect((await next.mirror.verify(target.name)).problems).toContainEqual({
    list: "",
    message: "what is recorded of generation 2 is not what was published",
  });
  for (const { mirror } of [next, afterNext])
    await expect(mirror.sync(target.name, optionsFor(register))).rejects.toMatchObject({
      kind: "damaged",
      message: expect.stringContaining("what is recorded of generation 2 is not what was published"),
    });
  expect(await formatOf(target)).toMatchObject({ version: firstFormat });
});

test.each([
  ["a table that is missing", "DROP TABLE mirror_followed"],
  ["a column that is missing", "ALTER TABLE mirror_counts DROP COLUMN misfit_count"],
  ["no format", "DELETE FROM mirror_format"],
])("a copy with %s is damaged, and stays as it is", async (_name, statement) => {
  await using target = await duplicate();
  await run(target, statement);
  // Without one, a file is not even opened.
  const before = await formatOf(target).catch(({ kind }) => kind);
  for (const one of [sync, next.mirror.sync, afterNext.mirror.sync])
    await expect(one(target.name, optionsFor(register))).rejects.toMatchObject({ kind: "damaged", resumable: false });
  expect(await formatOf(target).catch(({ kind }) => kind)).toEqual(before);
});

test("a step that fails half way leaves the copy as it was, and no run holds it", async () => {
  await using target = await duplicate();
  const before = await history(target.name);
  // The second step adds this column, too.
  await run(target, "ALTER TABLE jezik_rows ADD COLUMN _note TEXT");
  await expect(afterNext.mirror.sync(target.name, optionsFor(register))).rejects.toThrow("_note");
  expect(await formatOf(target)).toMatchObject({ version: firstFormat });
  expect(await history(target.name)).toEqual(before);
  expect(await status(target.name)).toMatchObject({ holder: undefined, unfinished: { generation: 4 } });
  // What was unfinished is still there to go on from.
  expect(await sync(target.name, optionsFor(register))).toMatchObject({ generation: 4 });
  expect((await verify(target.name)).problems).toEqual([]);
});

test("of several that begin with the next version at the same moment, one upgrades the copy", async ({ skip }) => {
  if (databaseKind === "sqlite") return skip("Who waits for SQLite stops its process, and with it who has the hold.");
  await using target = await duplicate();
  const upgrades: SyncEvent[] = [];
  const onEvent = (event: SyncEvent): void => void (event.type === "upgrade" && upgrades.push(event));
  const runs = await Promise.allSettled(
    Array.from({ length: 4 }, () => next.mirror.sync(target.name, { ...optionsFor(register), onEvent })),
  );
  expect(runs.some(({ status }) => status === "fulfilled")).toBe(true);
  for (const one of runs) if (one.status === "rejected") expect(one.reason).toMatchObject({ kind: "held" });
  expect(upgrades).toHaveLength(1);
  expect((await next.mirror.verify(target.name)).problems).toEqual([]);
});

/** Starts a process that upgrades a copy with the version after the next. */
const startUpgrade = (target: Target, ...kill: string[]) =>
  spawn(
    process.execPath,
    [
      ...["--conditions=@court-register/source", "--disable-warning=ExperimentalWarning", script],
      ...[afterNext.sources, target.name, register.url, register.key, ...kill],
    ],
    { stdio: ["ignore", "pipe", "inherit"], timeout: 60_000, killSignal: "SIGTERM" },
  );

test("a kill at any statement of an upgrade leaves the copy as it was", { timeout: 900_000 }, async () => {
  await using whole = await duplicate();
  const child = startUpgrade(whole);
  const [output] = await Promise.all([text(child.stdout), once(child, "exit")]);
  const statements = Number(output);
  expect(statements).toBeGreaterThan(2 * copied.length);
  const before = await history(copy.name);
  // Before each statement, and before the commit.
  const moments = Array.from({ length: statements + 1 }, (_, index) => index + 1);
  for (const moment of proofCases("kills within an upgrade", moments)) {
    await using target = await duplicate();
    const [, signal] = await once(startUpgrade(target, String(moment)), "exit");
    expect(signal, `killed at statement ${moment}`).toBe("SIGKILL");
    expect(await formatOf(target)).toMatchObject({ version: firstFormat });
    expect(await history(target.name), `killed at statement ${moment}`).toEqual(before);
    expect((await verify(target.name)).problems).toEqual([]);
    await afterNext.mirror.sync(target.name, optionsFor(register));
    expect((await afterNext.mirror.verify(target.name)).problems).toEqual([]);
  }
});
