/** A server that stops, a connection that is cut, a disk that is full: the next run goes on, and the history is that of a run in peace. */
import { expect, test } from "vitest";
import { MirrorError, type SyncEvent, sync, verify } from "../../src/index.ts";
import { CuttingProxy, type Fate } from "../support/cutting-proxy.ts";
import { history, nextDay, optionsFor, startRegister } from "../support/days.ts";
import { PostgresServer } from "../support/postgres-server.ts";
import { execute, postgresTarget, sharedServer } from "../support/postgres-target.ts";
import { proofCases } from "../support/proofs.ts";
import type { Register } from "../support/register.ts";
import type { Target } from "../support/target.ts";

/** The history of two days that nothing has disturbed. */
async function peacefulHistory(): Promise<unknown> {
  await using register = await startRegister(true);
  await using target = await postgresTarget(sharedServer());
  await sync(target.name, optionsFor(register));
  nextDay(register);
  await sync(target.name, optionsFor(register));
  return await withoutNames(target);
}

/** The history of a target. Registers of different tests have different addresses, which are no part of it. */
const withoutNames = async (target: Target): Promise<unknown> => {
  expect((await verify(target.name)).problems).toEqual([]);
  return await history(target.name);
};

/** Runs a sync that must fail so that it can be run again. */
async function interrupted(target: string, register: Register, onEvent?: (event: SyncEvent) => void): Promise<void> {
  const error = await sync(target, { ...optionsFor(register), onEvent }).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(MirrorError);
  expect(error).toMatchObject({ kind: "unavailable", resumable: true });
}

/** The first byte of data in a COPY (postgresql.org/docs/current/protocol-message-formats.html). */
const copyData = "d".charCodeAt(0);

test.each(["fast", "immediate"] as const)("a server that stops during COPY (%s)", async (how) => {
  const expected = await peacefulHistory();
  await using register = await startRegister(true);
  await using server = await PostgresServer.start();
  await using target = await postgresTarget(server.url());
  await using proxy = await CuttingProxy.start(server.port);
  await sync(target.name, optionsFor(register));
  nextDay(register);
  let copies = 0;
  proxy.fate = async (bytes): Promise<Fate> => {
    if (bytes[0] === copyData && ++copies === 3) await server.stop(how);
    return "pass";
  };
  await interrupted(proxy.through(target.name), register);
  expect(copies).toBe(3);
  await server.resume();
  await sync(target.name, optionsFor(register));
  expect(await withoutNames(target)).toEqual(expected);
});

test("a connection that is cut anywhere while a copy is finished and published", async () => {
  const expected = await peacefulHistory();
  await using register = await startRegister(true);
  await using first = await postgresTarget(sharedServer());
  await sync(first.name, optionsFor(register));
  nextDay(register);
  await using proxy = await CuttingProxy.start(Number(new URL(sharedServer()).port));
  /** Copies the second day, whose connection meets a fate at a message. @returns how many messages there were. */
  const copySecondDay = async (fate: Fate, message: number): Promise<number> => {
    await using target = await postgresTarget(sharedServer(), first);
    let isSettling = false;
    let sent = 0;
    proxy.fate = () => (isSettling && sent++ === message ? fate : "pass");
    const onEvent = ({ type }: SyncEvent): void => {
      isSettling ||= type === "list";
    };
    // The last cut meets the hold that is given back: then the copy is published already.
    await sync(proxy.through(target.name), { ...optionsFor(register), onEvent }).catch((error: unknown) =>
      expect(error).toMatchObject({ kind: "unavailable", resumable: true }),
    );
    await sync(target.name, optionsFor(register));
    expect(await withoutNames(target), `${fate} message ${message}`).toEqual(expected);
    return sent;
  };
  const messages = await copySecondDay("pass", 0);
  // Each list is finished with six statements at least.
  expect(messages).toBeGreaterThan(20);
  const cuts = (["cut before", "cut after"] as const).flatMap((fate) =>
    Array.from({ length: messages }, (_, message) => ({ fate, message })),
  );
  for (const { fate, message } of proofCases("cuts of a connection", cuts)) await copySecondDay(fate, message);
});

test("a disk that is full", async () => {
  const expected = await peacefulHistory();
  await using register = await startRegister(true);
  await using target = await postgresTarget(sharedServer());
  await sync(target.name, optionsFor(register));
  nextDay(register);
  await execute(
    target.name,
    "CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'; END $$",
    "CREATE TRIGGER full_disk BEFORE INSERT ON court_register.subjekt_rows EXECUTE FUNCTION full_disk()",
  );
  const before = await history(target.name);
  await expect(sync(target.name, optionsFor(register))).rejects.toThrow(/^The disk of .* is full\. .* run the command/);
  expect(await history(target.name)).toEqual(before);
  await execute(target.name, "DROP TRIGGER full_disk ON court_register.subjekt_rows");
  await sync(target.name, optionsFor(register));
  expect(await withoutNames(target)).toEqual(expected);
});

test("a connection that an administrator ends while the run waits for the service", async () => {
  await using register = await startRegister(true);
  await using target = await postgresTarget(sharedServer());
  let ended = 0;
  register.intercept = async ({ list, offset }) => {
    if (list !== "subjekt" || (offset ?? 0) < 8 || ended > 0) return false;
    const endIdle = (): Promise<unknown[]> =>
      execute(
        target.name,
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'court-register-mirror' AND state = 'idle'",
      );
    // It may still be writing the page before.
    await expect.poll(async () => (ended ||= (await endIdle()).length), { timeout: 60_000 }).toBeGreaterThan(0);
    return false;
  };
  // The connection is of no use any more, and no transaction was lost with it: another one goes on, or the next run does.
  await sync(target.name, optionsFor(register)).catch((error: unknown) =>
    expect(error).toMatchObject({ kind: "unavailable", resumable: true }),
  );
  await sync(target.name, optionsFor(register));
  expect(ended).toBeGreaterThan(0);
  expect((await verify(target.name)).problems).toEqual([]);
});
