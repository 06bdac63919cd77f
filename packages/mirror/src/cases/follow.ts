/** `follow` and `unfollow`: which court cases `sync` copies. */
import { caseLists } from "../generated/lists.ts";
import { MirrorError } from "../mirror-error.ts";
import { option, say } from "../option-text.ts";
import type { FieldOf, WireRow } from "../show/contract-names.ts";
import type { Reading, Writing } from "../store/database.ts";
import { openCopy, readOpened } from "../store/format.ts";
import { checkSeals, interfaceOf, sealCopy } from "../store/generations.ts";
import { Lease } from "../store/lease.ts";
import { openDatabase, type TargetOptions } from "../store/open.ts";
import { quoted, storedColumnsIn, tablesOf } from "../store/schema.ts";
import { removeUnpublished } from "../sync/copy/unpublished.ts";
import type { WireValue } from "../wire/wire.ts";
import type { TimeZoneOptions } from "./court-time.ts";
import { courtNamesIn, findCase, knownCasesIn, readCase, registersIn } from "./find.ts";
import { type Followed, followedIn } from "./followed.ts";
import { forgetCases } from "./forget.ts";
import { hearingsIn } from "./hearings.ts";
import { type CaseKey, caseText, isSameCase } from "./mark.ts";

/** Options of {@link followed}. */
export interface FollowedOptions extends TargetOptions {
  /**
   * The time in milliseconds since 1970.
   * @defaultValue `Date.now`
   */
  now?: (() => number) | undefined;
}

/** Options of {@link follow}. */
export interface FollowOptions extends FollowedOptions {
  /**
   * A line about these cases, such as a client's name or a deadline; empty text removes the one that they have. It is shown wherever the
   * cases are; what `changes` posts leaves it out.
   * @defaultValue none; a case that is followed already keeps its own
   */
  note?: string | undefined;
}

/** What {@link follow} has done. */
export interface FollowResult {
  /** Cases that are followed from now on. */
  added: readonly CaseKey[];
  /** Cases that were followed before. If a note is given, they have it now. */
  already: readonly CaseKey[];
}

/** Characters of a note, at most. */
const longestNote = 200;

/**
 * Follows court cases: the next `sync` copies them. All of them, or none.
 *
 * @param target - A file of SQLite, or the URL of a PostgreSQL database. A copy is begun if there is none.
 * @param cases - Each as `MARK@COURT`, such as `Ovr-1283/2015@7`. Blanks and letter case of a mark do not matter. A court is a number, or a part
 * of its name that one court alone has in the newest copy of `sudovi`.
 * @throws MirrorError of kind `usage`, with candidates, if it is not certain what is meant, or if the note is no line of up to 200 characters;
 * `held` if another run writes to the target.
 */
export async function follow(
  target: string,
  cases: readonly string[],
  { now = Date.now, note: given, ...options }: FollowOptions = {},
): Promise<FollowResult> {
  const note = given?.trim();
  if (note !== undefined && (note.length > longestNote || /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u.test(note)))
    throw new MirrorError("usage", `A note is one line of up to ${longestNote} characters.`);
  const database = await openDatabase(target, "create", options);
  try {
    await openCopy(database, target, "create");
    await using lease = await Lease.take(database, target, now);
    await checkSeals(database, target);
    const since = new Date(now()).toISOString();
    return await lease.write(async (writing) => {
      const registers = await registersIn(writing);
      const keys = await readEach(cases, (text) => readCase(writing, registers, text));
      const before = await followedIn(writing);
      const idOf = ({ mark, court }: CaseKey): string => caseText({ mark: registers.idOf(mark), court });
      const known = new Map(before.map(({ mark, court }) => [idOf({ mark, court }), { mark, court }]));
      const isNew = (key: CaseKey): boolean => !known.has(idOf(key));
      const already = keys.filter((key) => !isNew(key)).map((key) => known.get(idOf(key)) as CaseKey);
      const fresh = new Map<string, CaseKey>();
      for (const key of keys.filter(isNew)) if (!fresh.has(idOf(key))) fresh.set(idOf(key), key);
      const added = [...fresh.values()];
      if (added.length > 0) {
        await dropUnfinished(writing);
        const rows = added.map(({ mark, court }) => [mark, court, since, note || null]);
        await writing.insert("mirror_followed", ["mark", "court", "since", "note"], rows);
      }
      for (const { mark, court } of note === undefined ? [] : already)
        await writing.run(
          "UPDATE mirror_followed SET note = $3 WHERE mark = $1 AND court = $2",
          mark,
          court,
          note || null,
        );
      await sealCopy(writing);
      return { added, already };
    });
  } finally {
    await database.close();
  }
}

/** Options of {@link unfollow}. */
export interface UnfollowOptions extends FollowedOptions {
  /**
   * Removes the rows of the cases from all generations, too: nothing of them is left in the target.
   * @defaultValue `false`
   */
  forget?: boolean | undefined;
}

/** What {@link unfollow} has done. */
export interface UnfollowResult {
  /** Cases that were followed, or that were forgotten. */
  removed: readonly CaseKey[];
  /** Rows that were removed from all generations; 0 if nothing was to be forgotten. */
  rows: number;
  /** Whether another program has the file open: until it has closed it, bytes of what was forgotten may be in the file. */
  isOpenElsewhere: boolean;
}

/**
 * Ends to follow court cases: with the next copy, their rows are gone, and their history stays. With `forget`, nothing of them stays, and
 * generations have other seals than before. All of them, or none.
 *
 * @param cases - Each as `MARK@COURT`; the court may be left out if one case alone has the mark. None, with `forget`: what was removed before
 * is erased from the file.
 * @throws MirrorError of kind `usage`, with candidates, if it is not certain what is meant; `held` if another run writes to the target.
 */
export async function unfollow(
  target: string,
  cases: readonly string[],
  { forget = false, now = Date.now, ...options }: UnfollowOptions = {},
): Promise<UnfollowResult> {
  const database = await openDatabase(target, "write", options);
  try {
    await openCopy(database, target, "write");
    await using lease = await Lease.take(database, target, now);
    await checkSeals(database, target);
    const { removed, rows } = await lease.write(async (writing) => {
      const known = await knownCasesIn(writing);
      // One that is named twice is one.
      const found = [...new Set(await readEach(cases, (text) => findCase(writing, text, known)))];
      const past = found.filter(({ isFollowed }) => !isFollowed && !forget);
      if (past.length > 0)
        throw new MirrorError(
          "usage",
          say`${past.map(caseText).join(", ")}: not followed any more. To remove the history too, give ${option("forget")}.`,
        );
      await dropUnfinished(writing);
      for (const { mark, court } of found)
        await writing.run("DELETE FROM mirror_followed WHERE mark = $1 AND court = $2", mark, court);
      const rows = forget ? await forgetCases(writing, database.dialect, found) : 0;
      await sealCopy(writing);
      return { removed: found.map(({ mark, court }) => ({ mark, court })), rows };
    });
    const tables = caseLists.map(({ name }) => tablesOf(name).rows);
    const isErased =
      !forget ||
      (await database.erase([...tables, "mirror_followed", "mirror_counts"]).catch((error) => {
        throw error instanceof MirrorError
          ? new MirrorError(error.kind, say`${error.text} ${notErased}`, { cause: error })
          : error;
      }));
    return { removed, rows, isOpenElsewhere: !isErased };
  } finally {
    await database.close();
  }
}

/** What is told if the rows are gone, and their bytes may not be. */
const notErased = say`The rows are removed, but bytes of them may still be there: run unfollow again with ${option("forget")}, without cases, which removes those.`;

/** An unfinished copy of other cases than those that are followed now begins anew. */
async function dropUnfinished(writing: Writing): Promise<void> {
  const lists = (await writing.all("SELECT list FROM mirror_progress")).map(({ list }) => String(list));
  if (lists.length > 0 && interfaceOf(lists) === "cases") await removeUnpublished(writing);
}

/** Reads each text. @throws MirrorError of kind `usage` about all that cannot be read. */
async function readEach<T>(texts: readonly string[], read: (text: string) => Promise<T>): Promise<T[]> {
  const found: T[] = [];
  const wrong: string[] = [];
  for (const text of texts)
    try {
      found.push(await read(text));
    } catch (error) {
      if (!(error instanceof MirrorError)) throw error;
      wrong.push(error.message);
    }
  if (wrong.length === 0) return found;
  const more = wrong.length > 10 ? ` And ${wrong.length - 10} more.` : "";
  throw new MirrorError(
    "usage",
    `${wrong.slice(0, 10).join(" ")}${more}${texts.length > 1 ? " Nothing was changed." : ""}`,
  );
}

/** A case that is followed, and what the newest copy says of it. */
export interface FollowedCase extends Followed {
  /** Name of its court; null if no courts were copied, or none has its number. */
  courtName: string | null;
  /** `lastUpdateTime` of the case, as sent. */
  lastChange: string | null;
  /** `plPocetak` of the next hearing that is not adjourned, as sent. */
  nextHearing: string | null;
}

/**
 * The court cases that are followed.
 *
 * @throws MirrorError if the target holds no copy.
 */
export async function followed(
  target: string,
  { now = Date.now, timeZone, ...options }: FollowedOptions & TimeZoneOptions = {},
): Promise<FollowedCase[]> {
  const database = await openDatabase(target, "read", options);
  try {
    return await readOpened(database, target, (reading) => followedCasesIn(reading, now(), timeZone));
  } finally {
    await database.close();
  }
}

/** The same, within a reading. */
export async function followedCasesIn(reading: Reading, now: number, timeZone?: string): Promise<FollowedCase[]> {
  const courts = await courtNamesIn(reading);
  const changes = await lastChangesIn(reading);
  const { ahead } = await hearingsIn(reading, now, { timeZone });
  return (await followedIn(reading)).map((one) => {
    const next: WireRow<"rocista"> | undefined = ahead.find((hearing) => isSameCase(hearing, one))?.row;
    return {
      ...one,
      courtName: courts.get(one.court) ?? null,
      lastChange: changes.get(caseText(one)) ?? null,
      nextHearing: textOrNull(next?.plPocetak),
    };
  });
}

const textOrNull = (value: WireValue | undefined): string | null => (typeof value === "string" ? value : null);

const lastChangeField: FieldOf<"predmet"> = "lastUpdateTime";

/** `lastUpdateTime` of each case, by `caseText`: the list `predmet` has one row of it. */
async function lastChangesIn(reading: Reading): Promise<Map<string, string>> {
  const columns = (await storedColumnsIn(reading)).get("predmet") ?? [];
  if (!columns.some(({ name }) => name === lastChangeField)) return new Map();
  const rows = await reading.all(
    `SELECT asked_mark, asked_court, ${quoted(lastChangeField)} AS time FROM "predmet" WHERE ${quoted(lastChangeField)} IS NOT NULL`,
  );
  return new Map(
    rows.map(({ asked_mark: mark, asked_court: court, time }) => [
      caseText({ mark: String(mark), court: Number(court) }),
      String(time),
    ]),
  );
}
