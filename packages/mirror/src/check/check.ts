/** `check`: a list of companies against the register. */

import { type Sign, signsIn, unknown } from "../store/insolvency.ts";
import type { TargetOptions } from "../store/open.ts";
import { type GenerationMark, readCopy, type Snapshot } from "../store/snapshot.ts";
import { type CompanyLine, type CompanyList, type ListSource, readCompanyList } from "./company-list.ts";
import { type CheckedCompany, CompanyLookUp, type Match, matches } from "./look-up.ts";

/** A line of a list, and what the register says of its company. */
export interface CheckedLine extends CheckedCompany {
  /** Where it begins in the file, from 1: a line of CSV, or a row of a sheet. */
  readonly line: number;
  /** Its own columns, as they were written. A number of a sheet has all its digits, and a date is as in ISO 8601. */
  readonly cells: readonly string[];
}

/** Options of {@link check}. */
export interface CheckOptions extends TargetOptions {
  /**
   * The column that has the OIBs, MBSs or names: its header, or its number, counted from 1.
   * @defaultValue the one that its header or its content tells
   */
  column?: string | undefined;
  /**
   * The sheet of a workbook, by its name.
   * @defaultValue the first one that is not hidden
   */
  sheet?: string | undefined;
  /** Called with every line that has a cell, in order; the next ones wait for it. */
  onLine?: ((line: CheckedLine) => void | Promise<void>) | undefined;
  /** Stops it. */
  signal?: AbortSignal | undefined;
}

/** The answer of {@link check}. */
export interface CheckSummary extends GenerationMark {
  /** The sheet that was read; null if the list is CSV. */
  sheet: string | null;
  /** The header of the column that was read; null if the list has no header. */
  column: string | null;
  /** The first line, if it was taken for the names of columns only because it has a word where the others have numbers; else null. */
  takenForHeader: readonly string[] | null;
  lines: number;
  /** How many lines have each match. */
  matches: Readonly<Record<Match, number>>;
  /** How many lines have a company with a sign of insolvency, with each sign, and with one of which that is not known. */
  insolvency: Readonly<{ lines: number; signs: Readonly<Record<Sign, number>>; unknown: number }>;
}

/** Lines that are looked up together. */
const batchSize = 1_000;

/**
 * Checks a list of companies: CSV in UTF-8, with semicolons, commas, tabs or `|` between its columns, of which memory holds a thousand lines; or
 * a sheet of XLSX, which memory holds.
 *
 * @param list - Name of a file, `-` for standard input, or the bytes or text of a list.
 * @throws MirrorError of kind `usage` if it is no such list, or does not tell which column to read.
 */
export const check = (target: string, list: ListSource, options: CheckOptions = {}): Promise<CheckSummary> =>
  readCopy(target, options, async (snapshot) =>
    checkIn(
      snapshot,
      await readCompanyList(list, options),
      ({ line, cells }, answer) => answer && options.onLine?.({ line, cells, ...answer }),
      options.signal,
    ),
  );

/** As {@link check}, in a copy that is open, with a list that is being read. A line whose cells are all empty has no answer, and is not counted. */
export async function checkIn(
  snapshot: Snapshot,
  { format, header, firstLine, column, lines }: CompanyList,
  onLine: (line: CompanyLine, answer: CheckedCompany | undefined) => void | Promise<void>,
  signal?: AbortSignal,
): Promise<CheckSummary> {
  const lookUp = await CompanyLookUp.of(snapshot);
  const counts = Object.fromEntries(matches.map((match) => [match, 0])) as Record<Match, number>;
  const insolvency = { lines: 0, signs: { postupak: 0, stecajna_masa: 0, likvidacijska_masa: 0 }, unknown: 0 };
  let count = 0;
  for await (const batch of batches(lines)) {
    signal?.throwIfAborted();
    const answers = (await lookUp.of(batch.flatMap(({ asked }) => asked ?? []))).values();
    for (const line of batch) {
      const answer = line.asked && answers.next().value;
      if (answer) {
        counts[answer.match]++;
        count++;
        const there = signsIn(answer.company?.insolvency);
        for (const sign of there) insolvency.signs[sign]++;
        if (there.length > 0) insolvency.lines++;
        else if (answer.company?.insolvency === unknown) insolvency.unknown++;
      }
      await onLine(line, answer);
    }
  }
  return {
    ...snapshot.newest,
    sheet: format.kind === "xlsx" ? format.sheet : null,
    column: header?.cells[column] ?? null,
    takenForHeader: firstLine === "taken for header" ? (header?.cells ?? null) : null,
    lines: count,
    matches: counts,
    insolvency,
  };
}

async function* batches<T>(all: AsyncIterable<T>): AsyncGenerator<T[]> {
  let batch: T[] = [];
  for await (const one of all) {
    if (batch.push(one) < batchSize) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
