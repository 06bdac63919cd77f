import type { ListChange } from "../store/generations.ts";

/** How a generation is known to be the rows of one moment. */
export type Proof =
  /** All its rows are from one state that the service named. */
  | "state"
  /** The service names no states: the first and last page and the total of every list were the same at the end. */
  | "read again";

/** What is known before a copy begins. */
export interface Estimate {
  /** Requests that are still to be sent, at least. */
  requests: number;
  /** Milliseconds that they take at the given rate; undefined without a rate. */
  milliseconds: number | undefined;
  /** Lists whose number of rows is not known before they are read. */
  unknown: readonly string[];
}

/** What a sync tells while it runs. */
export type SyncEvent =
  | { type: "start"; generation: number; state: string | undefined; lists: readonly string[]; resumed: boolean }
  | { type: "estimate"; estimate: Estimate }
  /** A page is written: so many rows of a list are here, of the total if the service has told it. */
  | { type: "page"; list: string; rows: number; total: number | undefined }
  | { type: "list"; list: string; rows: number }
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

/** What a sync has done. */
export interface SyncResult {
  /** The newest generation. */
  generation: number;
  state: string | undefined;
  proof: Proof;
  /** Whether the register was already here in this state, so that nothing was copied. */
  upToDate: boolean;
  /** Requests that were sent. */
  requests: number;
  /** What changed, list by list; empty if it was up to date. */
  changes: readonly ListChange[];
  /** Lists without rows for which the service has sent something else than an empty array. */
  empty: readonly { list: string; sign: string }[];
}
