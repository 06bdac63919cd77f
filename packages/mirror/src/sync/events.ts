import type { CaseKey } from "../cases/mark.ts";
import type { ListChange } from "../store/generations.ts";
import type { Interface } from "../wire/list.ts";
import type { Upgraded } from "./upgrade.ts";

/** How a generation is known to be the rows of one moment. */
export type Proof =
  /** All its rows are from one state that the service named. */
  | "state"
  /** The service names no states: the first and last page and the total of every list were the same at the end, or the first and last cases. */
  | "read again";

/** What is known before a copy begins. */
export interface Estimate {
  /** Requests that are still to be sent, at least. */
  requests: number;
  /** Milliseconds that they take at the given rate; undefined without a rate. */
  milliseconds: number | undefined;
  /** Lists with pages whose number of rows is not known before they are read. */
  unknown: readonly string[];
  /** The lists that are still to be copied, in their order. */
  lists: readonly ExpectedList[];
}

/** How much of a list is here, and how much is to be expected. */
export interface ExpectedList {
  list: string;
  /** Rows that are here. */
  rows: number;
  /** Rows that it will have: the total that the service has named, or as many as in the newest generation; undefined if neither is known. */
  expected: number | undefined;
}

/** What a sync tells while it runs. */
export type SyncEvent =
  /** The copy had the format of an earlier version, and has that of this one now. */
  | ({ type: "upgrade" } & Upgraded)
  | {
      type: "start";
      of: Interface;
      generation: number;
      state: string | undefined;
      lists: readonly string[];
      resumed: boolean;
    }
  | { type: "estimate"; estimate: Estimate }
  /** A page is written: so many rows of a list are here, of the total if the service has told it. */
  | { type: "page"; list: string; rows: number; total: number | undefined }
  | { type: "list"; list: string; rows: number }
  /** So many of the cases that are followed were asked for. */
  | { type: "cases"; asked: number; total: number }
  /** A value outside its type is kept in `extra`. Told once for each field of a page. */
  | { type: "misfit"; list: string; field: string }
  /** A list has no rows, and the service says so in an unusual form, such as `status 400`. It was asked twice. */
  | { type: "empty"; list: string; sign: string }
  /** Pages are read again, to prove that nothing has changed meanwhile. */
  | { type: "checking"; list: string }
  /** The copy starts over, for this reason. */
  | { type: "restart"; reason: string }
  | { type: "publishing" }
  | { type: "complete"; result: SyncResult };

/** What a sync tells of the cases that are followed. */
export interface CaseOutcome {
  /** Cases of which the service says that there is no such one, and since when. */
  missing: readonly (CaseKey & { since: string })[];
  /** Cases that the service did not answer for as it should, and why: they have the rows of before, and the next sync asks again. */
  problems: readonly (CaseKey & { problem: string })[];
}

/** What a sync has done with one interface. */
export interface SyncResult extends CaseOutcome {
  /** What it has copied: the company register or the court cases. */
  of: Interface;
  /** The newest generation of it. */
  generation: number;
  state: string | undefined;
  proof: Proof;
  /** Whether all of it was already here in this state, so that nothing was copied. */
  upToDate: boolean;
  /** Requests that were sent. */
  requests: number;
  /** What changed, list by list; empty if it was up to date. */
  changes: readonly ListChange[];
  /** Lists without rows for which the service has sent something else than an empty array. */
  empty: readonly { list: string; sign: string }[];
  /** The same of the court cases, if both were copied. */
  cases?: SyncResult;
}
