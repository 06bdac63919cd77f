/** The mirror's promises in short, for copies of its sources that have a planted bug: each throws if it is broken. */
import assert from "node:assert/strict";
import { copyFileSync } from "node:fs";
import type * as Mirror from "../../src/index.ts";
import { copied, firstDay, nextDay, optionsFor, secondDay, startRegister } from "./days.ts";
import { assertKilled, assertPlacesFit, countCommits, startSync } from "./killed.ts";
import { canonicalRows, inTarget, newTarget, rowsInAll, rowsInViews, sqliteTarget } from "./target.ts";

/** The mirror, or a copy of its sources. */
export interface Sources extends Pick<typeof Mirror, "sync"> {
  /** The folder that the sources are in. */
  folder: string;
}

type Promised = (mirror: Sources) => Promise<void>;
type Day = Record<string, readonly string[]>;

function assertRows(day: Day, found: Day): void {
  for (const list of copied) assert.deepEqual(found[list], canonicalRows(day[list] ?? []), list);
}

const assertView = async (target: string, day: Day): Promise<void> =>
  assertRows(day, await rowsInViews(target, copied));

/** The same row, its fields in another order. */
const reversedFields = (row: string): string => `{${row.slice(1, -1).split(",").reverse().join(",")}}`;

/** Every generation has the rows of its day, also of the day before yesterday and with equal rows. */
const keepsEveryDay: Promised = async ({ sync }) => {
  await using register = await startRegister(true);
  await using target = await newTarget();
  const days: Day[] = [
    firstDay,
    secondDay,
    { ...secondDay, sjediste: (secondDay.sjediste ?? []).map(reversedFields) },
    firstDay,
    { ...firstDay, sjediste: (firstDay.sjediste ?? []).toReversed() },
  ];
  for (const [index, day] of days.entries()) {
    register.rows = day;
    register.state = `day-${index}`;
    await sync(target.name, { ...optionsFor(register), acceptShrink: true });
    await assertView(target.name, day);
  }
  const generations = await rowsInAll(target.name, copied, days.length);
  for (const [index, day] of days.entries()) assertRows(day, generations[index] ?? {});
  const changes = await inTarget(target.name, (database) =>
    database.read((reading) => reading.all("SELECT * FROM sjediste_changes WHERE generation IN (3, 5)")),
  );
  assert.deepEqual(changes, [], "another order is no change");
};

/** Pages that are equal, and pages that come again elsewhere: each row counts as often as it was sent. */
const countsEqualPages: Promised = async ({ sync }) => {
  await using register = await startRegister(true);
  await using target = await newTarget();
  const rows = (letters: string): string[] => [...letters].map((letter) => `{"mbs":1,"ulica":"${letter}"}`);
  // The second page of the first day comes again when one of its rows was met, and later pages of equal rows are the same page.
  const days = ["abcdefghi", "gabcefghi", "gabcefghixxxxxxxxxxxxx", "gabcefghixxxxxxxxxxxxx"];
  for (const [index, letters] of days.entries()) {
    register.rows = { ...firstDay, sjediste: rows(letters) };
    register.state = `day-${index}`;
    await sync(target.name, optionsFor(register));
    await assertView(target.name, register.rows);
  }
};

/** An interrupted copy shows nothing of itself, and goes on without fetching again. */
const goesOn: Promised = async ({ sync }) => {
  await using register = await startRegister(true);
  await using target = await newTarget();
  await sync(target.name, optionsFor(register));
  nextDay(register);
  for (const stop of [8, 1, 1]) {
    const last = register.requests + stop;
    register.intercept = ({ index, response }) => {
      if (index < last) return false;
      response.writeHead(403, {}).end("{}");
      return true;
    };
    await assert.rejects(sync(target.name, optionsFor(register)));
    await assertView(target.name, firstDay);
  }
  register.intercept = undefined;
  const before = register.requests;
  await sync(target.name, optionsFor(register));
  assert.ok(register.requests - before < 10, "what is here is not fetched again");
  await assertView(target.name, secondDay);
};

/** A copy that is killed while it writes pages leaves rows and places that fit, and the next run goes on from there. */
const goesOnAfterKill: Promised = async ({ sync, folder }) => {
  await using register = await startRegister(true);
  await using yesterday = sqliteTarget();
  await sync(yesterday.name, optionsFor(register));
  nextDay(register);
  await using counted = sqliteTarget();
  copyFileSync(yesterday.name, counted.name);
  const middle = Math.floor((await countCommits(counted.name, register)) / 2);
  // Lists are finished between pages, in transactions of their own.
  for (const commit of [middle, middle + 1, middle + 2]) {
    await using target = sqliteTarget();
    copyFileSync(yesterday.name, target.name);
    await assertKilled(startSync(target.name, register, String(commit), folder), commit);
    await assertPlacesFit(target.name);
    await sync(target.name, optionsFor(register));
    await assertView(target.name, secondDay);
  }
};

/** A change while a register without states is copied is noticed. */
const noticesChanges: Promised = async ({ sync }) => {
  for (const moment of ["subjekt", "jezik"]) {
    await using register = await startRegister(false);
    await using target = await newTarget();
    register.intercept = ({ list }) => {
      if (list === moment && register.rows === firstDay) nextDay(register);
      return false;
    };
    await sync(target.name, optionsFor(register));
    await assertView(target.name, secondDay);
  }
};

/** All lists are of one state, although the service publishes another one meanwhile. */
const readsOneState: Promised = async ({ sync }) => {
  await using register = await startRegister(true);
  await using target = await newTarget();
  register.intercept = ({ list }) => {
    if (list === "subjekt" && register.rows === firstDay) nextDay(register);
    return false;
  };
  await sync(target.name, optionsFor(register));
  await assertView(target.name, firstDay);
  const before = register.requests;
  await sync(target.name, optionsFor(register));
  await assertView(target.name, secondDay);
  await sync(target.name, optionsFor(register));
  assert.ok(register.requests - before < 40);
};

/** A list that shrinks is refused, and an error is not taken for an empty list. */
const refusesLoss: Promised = async ({ sync }) => {
  await using register = await startRegister(true);
  await using target = await newTarget();
  await sync(target.name, optionsFor(register));
  register.state = "shrunk";
  register.rows = { ...firstDay, subjekt: (firstDay.subjekt ?? []).slice(0, 12) };
  await assert.rejects(sync(target.name, optionsFor(register)));
  await assertView(target.name, firstDay);
  register.rows = { ...firstDay, jezik: [] };
  await assert.rejects(sync(target.name, optionsFor(register)));
  await assertView(target.name, firstDay);
};

/** Only the run that holds the target writes to it. */
const holdsItsTarget: Promised = async ({ sync }) => {
  await using register = await startRegister(true);
  await using target = await newTarget();
  let second: Promise<void> | undefined;
  register.intercept = async ({ list, offset }) => {
    if (second || list !== "sjediste" || (offset ?? 0) < 8) return false;
    second = assert.rejects(sync(target.name, optionsFor(register)));
    await second;
    await inTarget(target.name, (database) =>
      database.write((writing) => writing.run("UPDATE mirror_hold SET token = 'of another'")),
    );
    return false;
  };
  await assert.rejects(sync(target.name, optionsFor(register)));
  await second;
};

/** Values that no column can hold are kept. */
const losesNothing: Promised = async ({ sync }) => {
  await using register = await startRegister(true);
  await using target = await newTarget();
  const sjediste = ['{"mbs":9007199254740993,"novo":1.10}', '{"mbs":"text"}', '{"mbs":1.0}', '{"mbs":1}'];
  register.rows = { sjediste };
  await sync(target.name, optionsFor(register));
  await assertView(target.name, { sjediste });
};

/** Every promise, by name. */
export const promises: Readonly<Record<string, Promised>> = {
  keepsEveryDay,
  countsEqualPages,
  goesOn,
  goesOnAfterKill,
  noticesChanges,
  readsOneState,
  refusesLoss,
  holdsItsTarget,
  losesNothing,
};
