/** `check --cases`: a list of court cases against those that a copy follows. */
import { casesMarked, casesNamed, knownCasesIn } from "../cases/find.ts";
import { type FollowedCase, followedCasesIn } from "../cases/follow.ts";
import { type CaseKey, caseText, isCaseText, splitCase } from "../cases/mark.ts";
import { MirrorError } from "../mirror-error.ts";
import { fold } from "../search/fold.ts";
import type { Snapshot } from "../store/snapshot.ts";
import { isBlank } from "./asked.ts";
import { askedColumn } from "./column.ts";
import { type CompanyLine, type CompanyList, type ListOptions, type ListSource, readList } from "./company-list.ts";

/**
 * What a copy says of a case that was asked for:
 * - `found`: it follows the case, and the court has it
 * - `gone`: the court has no such case, or the copy does not follow it any more
 * - `not copied yet`: it is followed, and the next sync asks for it
 * - `several`: several cases that the copy knows may be meant
 * - `none`: the copy does not know it; whether there is one, only the service can say
 * - `not a mark`: no case is written so
 */
export const caseMatches = ["found", "gone", "not copied yet", "several", "none", "not a mark"] as const;
export type CaseMatch = (typeof caseMatches)[number];

/** The answer for a case that was asked for. */
export interface CheckedCase {
  match: CaseMatch;
  /** The case, as `MARK@COURT`. */
  case: string | null;
  courtName: string | null;
  /** As sent. */
  lastChange: string | null;
  nextHearing: string | null;
  /** Of `several`, these; of `none`, those with the same mark at other courts. */
  candidates: readonly string[];
}

/** Whether a header is that of a column of courts: one of these words, and none but these and `courtDetails`. */
const courtWords: ReadonlySet<string> = new Set(["sud", "suda", "court"]);
const courtDetails: ReadonlySet<string> = new Set([
  ...["id", "broj", "sifra", "oznaka", "naziv", "ime", "nadlezni"],
  ...["number", "code", "name", "asked"],
]);

/** The words of a header, which may be written as one: `sud_id`, or `sudId` as in the contract. */
function isCourtHeader(header: string): boolean {
  const words = fold(header.replaceAll("_", " ").replace(/(\p{Ll})(?=\p{Lu})/gu, "$1 ")).split(" ");
  return (
    words.some((word) => courtWords.has(word)) && words.every((word) => courtWords.has(word) || courtDetails.has(word))
  );
}

/** Words of a header of cases, folded; a first line with none of them, nor a court's, is told if it is taken for one. */
const caseHeaders: ReadonlySet<string> = new Set([
  ...["predmet", "oznaka", "oznaka predmeta", "broj predmeta", "poslovni broj", "spis", "broj spisa"],
  ...["mark", "case", "case mark"],
]);

/**
 * Reads a list of cases: the first column of it, or the one that is asked for. A first line with a case, or with digits where a case should
 * be, names no columns.
 *
 * @throws MirrorError as for a list of companies.
 */
export async function readCaseList(
  { reading }: Snapshot,
  source: ListSource,
  { column: asked = "1", sheet }: ListOptions = {},
): Promise<CompanyList> {
  return await readList(source, sheet, async (name, first) => {
    const { column, isNamed } = askedColumn(name, first, asked);
    const cell = first[column] ?? "";
    const isCase = isCaseText(cell) || casesMarked(await knownCasesIn(reading), splitCase(cell).mark).length > 0;
    const isHeader = isNamed || caseHeaders.has(fold(cell)) || first.some(isCourtHeader);
    const firstLine = isCase || (!isHeader && /\d/.test(cell)) ? "line" : isHeader ? "header" : "taken for header";
    return { column, kind: undefined, firstLine };
  });
}

/**
 * Checks a list of cases: the cells of the column that was asked for are `MARK@COURT`, or marks beside columns with the number or the name
 * of the court. Without a header, a mark without a court has it in the next cell.
 *
 * @param onLine - Gets no answer for a line whose cells are all empty.
 * @returns how many lines have each match.
 */
export async function checkCasesIn(
  { reading }: Snapshot,
  { header, column, lines }: CompanyList,
  now: number,
  onLine: (line: CompanyLine, answer: CheckedCase | undefined) => Promise<void>,
): Promise<Record<CaseMatch, number>> {
  const courtColumns = header?.cells.flatMap((cell, at) => (at !== column && isCourtHeader(cell) ? [at] : []));
  const known = await knownCasesIn(reading);
  const followed = new Map((await followedCasesIn(reading, now)).map((one) => [caseText(one), one]));
  const counts = Object.fromEntries(caseMatches.map((match) => [match, 0])) as Record<CaseMatch, number>;
  for await (const line of lines) {
    if (isBlank(line.cells)) {
      await onLine(line, undefined);
      continue;
    }
    const text = line.cells[column] ?? "";
    const { mark, court } = splitCase(text);
    const sameMark = casesMarked(known, mark);
    const beside = courtColumns ?? (court === "" ? [column + 1] : []);
    const courts = beside.map((at) => line.cells[at] ?? "");
    const named =
      isCaseText(text) || sameMark.length > 0
        ? await casesNamed(reading, known, text, courts).catch((error: unknown) => {
            // A court that is none, or may be several: cases with the mark are candidates.
            if (error instanceof MirrorError) return { found: [], sameMark };
            throw error;
          })
        : undefined;
    const answer = answerOf(named, followed);
    counts[answer.match]++;
    await onLine(line, answer);
  }
  return counts;
}

function answerOf(
  named: { found: readonly CaseKey[]; sameMark: readonly CaseKey[] } | undefined,
  followed: ReadonlyMap<string, FollowedCase>,
): CheckedCase {
  const nothing = { case: null, courtName: null, lastChange: null, nextHearing: null, candidates: [] };
  if (named === undefined) return { match: "not a mark", ...nothing };
  const [only, ...others] = named.found;
  if (!only) return { match: "none", ...nothing, candidates: named.sameMark.map(caseText) };
  if (others.length > 0) return { match: "several", ...nothing, candidates: named.found.map(caseText) };
  const name = caseText(only);
  const one = followed.get(name);
  const match = !one || one.missing !== null ? "gone" : one.asked === null ? "not copied yet" : "found";
  const { courtName = null, lastChange = null, nextHearing = null } = one ?? {};
  return { match, case: name, courtName, lastChange, nextHearing, candidates: [] };
}
