/** Who may write, when several want to at the same moment. */
import { expect, test } from "vitest";
import { MirrorError, sync, verify } from "../../src/index.ts";
import type { Database } from "../../src/store/database.ts";
import { openCopy } from "../../src/store/format.ts";
import { Lease } from "../../src/store/lease.ts";
import { openDatabase } from "../../src/store/open.ts";
import { openPostgres } from "../../src/store/postgres/postgres.ts";
import { optionsFor, startRegister } from "../support/days.ts";
import { postgresTarget, sharedServer } from "../support/postgres-target.ts";

/** Opens a target for the time of a test. */
async function opened(target: string, database: Promise<Database> = openDatabase(target, "create")) {
  const it = await database;
  return { it, [Symbol.asyncDispose]: () => it.close() };
}

/** A promise that a test fulfils. */
function signal(): { promise: Promise<void>; give: () => void } {
  let give = (): void => {};
  const promise = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { promise, give: () => give() };
}

test("of eight that take the hold at the same moment, one gets it", async () => {
  await using target = await postgresTarget(sharedServer());
  await using stack = new AsyncDisposableStack();
  const databases = await Promise.all(Array.from({ length: 8 }, async () => stack.use(await opened(target.name)).it));
  await openCopy(databases[0] as Database, target.name, "create");
  for (let round = 0; round < 20; round++) {
    const takes = await Promise.allSettled(databases.map((database) => Lease.take(database, target.name, Date.now)));
    const taken = takes.filter((take) => take.status === "fulfilled");
    expect(taken).toHaveLength(1);
    for (const take of takes)
      if (take.status === "rejected") expect(take.reason).toMatchObject({ name: "MirrorError", kind: "held" });
    // Every other round begins with a hold that is left behind.
    if (round % 2 === 0) await taken[0]?.value[Symbol.asyncDispose]();
    else await databases[0]?.write((writing) => writing.run("UPDATE mirror_hold SET host = 'elsewhere', beat = 0"));
  }
});

test("several that begin on an empty database make one copy", async () => {
  await using register = await startRegister(true);
  await using target = await postgresTarget(sharedServer());
  const runs = await Promise.allSettled(Array.from({ length: 4 }, () => sync(target.name, optionsFor(register))));
  expect(runs.some(({ status }) => status === "fulfilled")).toBe(true);
  for (const run of runs)
    if (run.status === "rejected") expect(run.reason).toMatchObject({ name: "MirrorError", kind: "held" });
  expect((await verify(target.name)).problems).toEqual([]);
});

test("a transaction that takes longer than the lease keeps the hold", async () => {
  await using target = await postgresTarget(sharedServer());
  await using one = await opened(target.name);
  await using other = await opened(target.name);
  await openCopy(one.it, target.name, "create");
  let time = 0;
  await using lease = await Lease.take(one.it, target.name, () => time);
  await one.it.write((writing) => writing.run("UPDATE mirror_hold SET host = 'elsewhere'"));
  const isWorking = signal();
  const isWanted = signal();
  const long = lease.write(async (writing) => {
    isWorking.give();
    await isWanted.promise;
    await writing.run("DELETE FROM mirror_progress");
  });
  await isWorking.promise;
  time = 90_000;
  const take = Lease.take(other.it, target.name, () => time);
  take.catch(() => {});
  await expect.poll(() => waiting(target.name)).toBe(1);
  isWanted.give();
  await long;
  await expect(take).rejects.toMatchObject({ kind: "held" });
});

/** How many connections wait for a row that another one has locked. */
async function waiting(target: string): Promise<number> {
  await using database = await opened(target);
  const [row] = await database.it.read((reading) =>
    reading.all(
      "SELECT count(*) AS number FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
    ),
  );
  return Number(row?.number);
}

test("a transaction that another one was in the way of is repeated, later", async () => {
  await using target = await postgresTarget(sharedServer());
  const waits: number[] = [];
  const repeating = {
    random: () => 0.5,
    wait: async (milliseconds: number): Promise<void> => void waits.push(milliseconds),
  };
  await using one = await opened(target.name, openPostgres(target.name, true, "court_register", repeating));
  await using other = await opened(target.name);
  await one.it.write(async (writing) => {
    await writing.run("CREATE TABLE sum (value BIGINT)");
    await writing.run("INSERT INTO sum VALUES (0)");
  });
  const add = (database: Database, before: () => Promise<unknown>): Promise<void> =>
    database.write(async (writing) => {
      const [row] = await writing.all("SELECT value FROM sum");
      await before();
      await writing.run("UPDATE sum SET value = $1", Number(row?.value) + 1);
    });
  let attempts = 0;
  await add(one.it, async () => {
    if (++attempts <= 3) await add(other.it, async () => {});
  });
  expect(attempts).toBe(4);
  expect(waits).toEqual([15, 30, 60]);
  expect(await one.it.read((reading) => reading.all("SELECT value FROM sum"))).toEqual([{ value: 4n }]);
});

test("a transaction that others are always in the way of is given up with a sentence", async () => {
  await using target = await postgresTarget(sharedServer());
  await using one = await opened(
    target.name,
    openPostgres(target.name, true, "court_register", { wait: async () => {} }),
  );
  const error = await one.it
    .write((writing) => writing.run("DO $$ BEGIN RAISE EXCEPTION 'no' USING ERRCODE = '40001'; END $$"))
    .catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(MirrorError);
  expect(error).toMatchObject({ kind: "unavailable", message: expect.stringContaining("Run the command again") });
});

test("a statement that fails fails the transaction, whoever catches its error", async () => {
  await using target = await postgresTarget(sharedServer());
  await using one = await opened(target.name);
  const write = one.it.write(async (writing) => {
    await writing.run("CREATE TABLE kept (value BIGINT)");
    await writing.run("SELECT 1 / 0").catch(() => {});
  });
  await expect(write).rejects.toThrow("rolled back");
  expect(await one.it.tables()).toEqual([]);
});
