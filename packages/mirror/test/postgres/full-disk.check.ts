/** A disk that fills while a server writes: nothing is lost, a sentence says what to do, and the next run goes on. */
import { expect, test } from "vitest";
import { type SyncEvent, sync, verify } from "../../src/index.ts";
import { firstDay, history, nextDay, optionsFor, startRegister } from "../support/days.ts";
import { execute, postgresTarget, sharedServer } from "../support/postgres-target.ts";
import type { Register } from "../support/register.ts";
import { SmallDisk } from "../support/small-disk.ts";
import type { Target } from "../support/target.ts";

/** A small disk, if this user may have one. */
function smallDisk(megabytes: number): SmallDisk | string {
  try {
    return SmallDisk.mount(megabytes);
  } catch (error) {
    return String(error);
  }
}

/** Keeps a database on a disk, until it is dropped. */
async function moveTo(disk: SmallDisk, target: Target): Promise<AsyncDisposable> {
  await execute(
    sharedServer(),
    `CREATE TABLESPACE small LOCATION '${disk.folder}'`,
    `ALTER DATABASE ${new URL(target.name).pathname.slice(1)} SET TABLESPACE small`,
  );
  return {
    async [Symbol.asyncDispose]() {
      await target[Symbol.asyncDispose]();
      await execute(sharedServer(), "DROP TABLESPACE small");
    },
  };
}

/** Many rows, of which a small disk holds some pages. */
function growOvernight(register: Register): void {
  nextDay(register);
  const subjects = firstDay.subjekt ?? [];
  register.rows = { ...register.rows, subjekt: subjects.flatMap((row) => Array<string>(4_000).fill(row)) };
  register.cap = 1_000;
}

test("a disk that fills while a copy is written", async ({ skip }) => {
  const disk = smallDisk(16);
  if (typeof disk === "string") return skip(`A small disk cannot be made here: ${disk}`);
  using _ = disk;
  await using register = await startRegister(true);
  const target = await postgresTarget(sharedServer());
  await using __ = await moveTo(disk, target);
  await sync(target.name, optionsFor(register));
  const before = await history(target.name);

  growOvernight(register);
  let saved = 0;
  const onEvent = (event: SyncEvent): void => {
    if (event.type === "page" && event.list === "subjekt") saved = event.rows;
  };
  await expect(sync(target.name, { ...optionsFor(register), acceptGrowth: true, onEvent })).rejects.toMatchObject({
    kind: "unavailable",
    resumable: true,
    message: expect.stringMatching(
      /^The disk of \S+ is full\. Nothing is lost\. Free some space there and run the command again\.$/,
    ),
  });
  expect(saved).toBeGreaterThan(1_000);

  // First: a server may refuse a new connection while the disk is full, because it writes a file of its own for it.
  disk.grow(200);
  expect(await history(target.name)).toEqual(before);
  const missing = 17 * 4_000 - saved;
  const { changes, requests } = await sync(target.name, { ...optionsFor(register), acceptGrowth: true });
  expect(changes).toContainEqual(expect.objectContaining({ list: "subjekt", rows: 17 * 4_000 }));
  // Some requests more: the last page, the other lists and what is read again.
  expect(requests).toBeLessThan(missing / 1_000 + 20);
  expect((await verify(target.name)).problems).toEqual([]);
});
