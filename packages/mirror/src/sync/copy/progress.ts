/** How far an unfinished copy is with a list, as it is kept from run to run. */
import type { Cursor } from "@court-register/fetch";
import type { CaseNote } from "../../cases/mark.ts";
import { sha256, sumOf, sumText } from "../../store/generations.ts";
import { hashRows } from "../../wire/hash.ts";
import type { SourcePage } from "../source.ts";

/** What a page held, to recognize it when it is read again. */
export interface PageMark {
  offset: number;
  rows: number;
  /** One hash for all its rows, whatever their order. */
  hash: string;
}

/** Where the walk over a list is. */
export interface Checkpoint {
  cursor?: Cursor | undefined;
  total?: number | undefined;
  firstPage?: PageMark | undefined;
  lastPage?: PageMark | undefined;
  /** Whether the service was asked for a state, and a response of this list did not name it. */
  isUnnamed?: boolean | undefined;
  /** The state that its responses have named, if one has. */
  state?: string | undefined;
  /** What the service has sent in place of an empty array for a list without rows. */
  emptySign?: string | undefined;
  /** What is to be told of the cases so far: only the first of their lists has it. */
  notes?: readonly CaseNote[] | undefined;
}

/** How far a list is. */
export interface ListProgress {
  rows: number;
  /** Characters of the texts in its rows that are new. */
  characters: number;
  /** Values outside their type. */
  misfits: number;
  done: boolean;
  checkpoint: Checkpoint;
}

/** The same, as it is kept from run to run. */
export interface SavedProgress extends ListProgress {
  /** Number of the first row that is new, and of the next one. */
  firstRow: number;
  nextRow: number;
  /** Sum of the hashes of the rows that came. */
  contentSum: string;
  /** Sum of the hashes of those of them that are new. */
  newContentSum: string;
  /** Sum of the rows that are new, by `weigh`. */
  newSum: string;
  /** Whether the rows that are gone are marked. */
  finished: boolean;
}

/** Whether rows of the newest generation were not seen: they are gone, if the list has come to its end. */
export const hasGone = ({ rows, nextRow, firstRow }: SavedProgress, earlierRows: number): boolean =>
  rows - (nextRow - firstRow) < earlierRows;

/** What is known of a copy before its first page. */
export interface CopyHeader {
  generation: number;
  service: string;
  state: string | undefined;
  started: string;
  /** The newest generation when the run began. */
  before: number;
}

/** Where a list begins. */
export const beginning = (firstRow: number): SavedProgress => ({
  rows: 0,
  characters: 0,
  misfits: 0,
  done: false,
  checkpoint: {},
  firstRow,
  nextRow: firstRow,
  contentSum: sumText(0n),
  newContentSum: sumText(0n),
  newSum: sumText(0n),
  finished: false,
});

/** A hash of what is kept of a list, and of the copy that it is a part of: what a run goes on from rests on it. */
export const progressSeal = (
  { generation, service, state, started, before }: CopyHeader,
  list: string,
  progress: string,
): string => sha256([generation, service, state ?? null, started, before, list, progress]);

/** What a page says beside its rows. */
export type PageFacts = Omit<SourcePage, "rows">;

/** What the rows of a page have added to those of their list that are new. */
export interface AddedRows extends Pick<SavedProgress, "nextRow" | "characters" | "newContentSum" | "newSum"> {
  /** Names of the fields whose values are outside their type, one for each value. */
  misfits: readonly string[];
}

/** How far a list is after a page. */
export const progressAfter = (
  before: SavedProgress,
  page: PageFacts,
  { misfits, ...added }: AddedRows,
): SavedProgress => ({
  ...before,
  ...added,
  rows: before.rows + page.hashes.length,
  misfits: before.misfits + misfits.length,
  contentSum: sumText(page.hashes.reduce((sum, hash) => sum + sumOf(hash), sumOf(before.contentSum))),
  // A list without pages is whole at once: read again after a kill, it would be here twice.
  done: page.cursor === undefined,
  checkpoint: checkpointAfter(before.checkpoint, page),
});

/** Where the walk is after a page. */
function checkpointAfter(before: Checkpoint, page: PageFacts): Checkpoint {
  const mark: PageMark = { offset: page.offset, rows: page.hashes.length, hash: hashRows(page.hashes) };
  return {
    cursor: page.cursor,
    total: page.total ?? before.total,
    firstPage: before.firstPage ?? mark,
    lastPage: mark,
    isUnnamed: before.isUnnamed || page.isUnnamed,
    state: page.state ?? before.state,
    emptySign: page.emptySign,
    ...((before.notes || page.notes) && { notes: [...(before.notes ?? []), ...(page.notes ?? [])] }),
  };
}
