/** Cases as people name them: `MARK@COURT`, with a court by its number or by a part of its name. */
import { MirrorError } from "../mirror-error.ts";
import { fold } from "../search/fold.ts";
import type { FieldOf } from "../show/contract-names.ts";
import { compareTexts, type Reading } from "../store/database.ts";
import { published, quoted, storedColumnsIn, tablesOf, wasThere } from "../store/schema.ts";
import { followedIn } from "./followed.ts";
import { type CaseKey, caseText, compareCases, foldMark, isOfCase, Registers, splitCase, tidyMark } from "./mark.ts";

/** A court, as the newest copy of `sudovi` has it. */
interface Court {
  id: number;
  name: string;
}

/** Candidates that a message names, at most. */
const shown = 10;

/** The courts that were copied; none before the first copy of court cases. */
async function courtsIn(reading: Reading): Promise<Court[]> {
  if (!(await storedColumnsIn(reading)).has("sudovi")) return [];
  const [id, name] = (["id", "sudNaziv"] satisfies FieldOf<"sudovi">[]).map((field) => `r.${quoted(field)}`);
  const rows = await reading.all(
    `SELECT ${id} AS id, ${name} AS name FROM ${quoted(tablesOf("sudovi").rows)} r WHERE ${id} IS NOT NULL AND ${wasThere(published)} ORDER BY ${id}, r._row`,
  );
  return rows.map(({ id, name }) => ({ id: Number(id), name: String(name ?? "") }));
}

/** The names of the courts that were copied, by their numbers. */
export const courtNamesIn = async (reading: Reading): Promise<Map<number, string>> =>
  new Map((await courtsIn(reading)).map(({ id, name }) => [id, name]));

const registerMark: FieldOf<"vrstaUpisnika"> = "oznaka";

/** The registers of cases that were copied. */
export async function registersIn(reading: Reading): Promise<Registers> {
  if (!(await storedColumnsIn(reading)).has("vrstaUpisnika")) return new Registers([]);
  const rows = await reading.all(
    `SELECT DISTINCT ${quoted(registerMark)} AS mark FROM "vrstaUpisnika" WHERE ${quoted(registerMark)} IS NOT NULL`,
  );
  return new Registers(rows.map(({ mark }) => String(mark)).sort(compareTexts));
}

/**
 * Reads a case as people write it, for the service: its mark with the register as the service writes it, its court by its number.
 *
 * @throws MirrorError of kind `usage`, with the candidates, if it is not certain which one it is.
 */
export async function readCase(reading: Reading, registers: Registers, text: string): Promise<CaseKey> {
  const named = splitCase(text);
  const mark = tidyMark(named.mark);
  if (mark === "" || named.court === "")
    throw wrong(`${shortened(text)} is no case. Write its mark and its court, such as Ovr-1283/2015@7.`);
  const court = await readCourt(reading, named.court);
  const [spelled = mark, ...others] = registers.spellings(mark);
  if (others.length === 0) return { mark: spelled, court };
  const candidates = [spelled, ...others].map((one) => caseText({ mark: one, court }));
  throw wrong(`${shortened(text)} may be ${candidates.join(" or ")}. Write the one that you mean.`);
}

async function readCourt(reading: Reading, text: string): Promise<number> {
  if (/^\d+$/.test(text)) {
    if (Number.isSafeInteger(Number(text))) return Number(text);
    throw wrong(`The number ${shortened(text)} is too great for a court.`);
  }
  const courts = await courtsIn(reading);
  if (courts.length === 0)
    throw wrong(
      `The court ${shortened(text)} cannot be looked up, because no courts were copied yet. Give its number, or copy them first: court-register-mirror sync TARGET --only cases`,
    );
  const wanted = fold(text);
  const whole = courts.filter(({ name }) => fold(name) === wanted);
  const found = whole.length > 0 ? whole : courts.filter(({ name }) => ` ${fold(name)}`.includes(` ${wanted}`));
  if (found.length === 1 && wanted !== "") return (found[0] as Court).id;
  if (found.length === 0) throw wrong(`No court has ${shortened(text)} in its name.`);
  throw wrong(
    `${found.length} courts have ${shortened(text)} in their names: ${listed(found.map(({ id, name }) => `${id} ${name}`))}. Give the number of one.`,
  );
}

/** A case that is followed, or that a generation has. */
export interface KnownCase extends CaseKey {
  isFollowed: boolean;
  /** Its mark by `foldMark`. */
  folded: string;
}

/** All cases that a target follows, or has rows of in any generation: those that it follows first, then by mark and court. */
export async function knownCasesIn(reading: Reading): Promise<KnownCase[]> {
  const followed = await followedIn(reading);
  const known = new Map<string, KnownCase>();
  const add = ({ mark, court }: CaseKey, isFollowed: boolean): void => {
    const text = caseText({ mark, court });
    if (!known.has(text)) known.set(text, { mark, court, isFollowed, folded: foldMark(mark) });
  };
  for (const one of followed) add(one, true);
  for (const [list, columns] of await storedColumnsIn(reading)) {
    if (!isOfCase({ columns })) continue;
    for (const row of await reading.all(
      `SELECT DISTINCT asked_mark, asked_court FROM ${quoted(tablesOf(list).rows)} WHERE _first <= ${published}`,
    ))
      add({ mark: String(row.asked_mark), court: Number(row.asked_court) }, false);
  }
  return [...known.values()].sort(
    (one, other) => Number(other.isFollowed) - Number(one.isFollowed) || compareCases(one, other),
  );
}

/** What a text says of the cases that a target knows. */
export interface NamedCases {
  /** Those that it may mean: one if it is certain. */
  found: readonly KnownCase[];
  /** Those with the same mark, at whatever court. */
  sameMark: readonly KnownCase[];
}

/**
 * Which of some cases a text means. The court may be left out.
 *
 * @param courts - What else is said of its court: each that is not empty must be the court of the case.
 * @throws MirrorError of kind `usage` if a court is none, or not certain.
 */
export async function casesNamed(
  reading: Reading,
  known: readonly KnownCase[],
  text: string,
  courts: readonly string[] = [],
): Promise<NamedCases> {
  const { mark, court } = splitCase(text);
  const sameMark = casesMarked(known, mark);
  let found = sameMark;
  for (const name of [court, ...courts]) {
    if (name.trim() === "") continue;
    const number = await readCourt(reading, name.trim());
    found = found.filter((one) => one.court === number);
  }
  const exact = found.filter((one) => one.mark === tidyMark(mark));
  return { found: exact.length > 0 ? exact : found, sameMark };
}

/** Those of some cases that have a mark, at whatever court. */
export function casesMarked(known: readonly KnownCase[], mark: string): readonly KnownCase[] {
  const folded = foldMark(mark);
  return known.filter((one) => one.folded === folded);
}

/** Of a case that the target does not know. */
export class UnknownCase extends MirrorError {
  constructor(message: string) {
    super("usage", message);
  }
}

/**
 * Finds a case that the target knows. The court may be left out if one case alone has the mark.
 *
 * @param known - All cases that it knows, if they were read before.
 * @throws UnknownCase if there is none, and MirrorError of kind `usage` if there is more than one; both name candidates.
 */
export async function findCase(
  reading: Reading,
  text: string,
  known?: readonly KnownCase[] | undefined,
): Promise<KnownCase> {
  const { found, sameMark } = await casesNamed(reading, known ?? (await knownCasesIn(reading)), text);
  const [only, ...others] = found;
  if (only && others.length === 0) return only;
  const candidates = listed((only ? found : sameMark).map(caseText));
  if (only) throw wrong(`${shortened(text)} may be any of ${candidates}. Write the one that you mean.`);
  throw new UnknownCase(
    `This copy has no case ${shortened(text)}. ${candidates ? `It has ${candidates}.` : "The command follow shows those that it follows."}`,
  );
}

const listed = (texts: readonly string[]): string =>
  texts.length > shown ? `${texts.slice(0, shown).join(", ")} and ${texts.length - shown} more` : texts.join(", ");

const shortened = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text || '""');

const wrong = (message: string): MirrorError => new MirrorError("usage", message);
