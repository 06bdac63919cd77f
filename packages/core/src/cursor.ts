import { isWhole } from "./check-options.ts";

/** Where a walk resumes. It is JSON: save it and pass it on unchanged, also to another process. */
export interface Cursor {
  /** Operation that the walk calls, such as `sjediste.list`. */
  readonly operation: string;
  /** Position of the next row. */
  readonly offset: number;
  /** Digest of the row before it, which proves that the next page joins. */
  readonly last?: string | undefined;
  /** Total number of rows that the service promised. */
  readonly total?: number | undefined;
  /** The state of the data that the walk reads. */
  readonly timestamp_id?: string | undefined;
}

/** @throws RangeError if a walk over this operation cannot resume here. */
export function checkCursor(cursor: Cursor, operation: string): void {
  if (typeof cursor !== "object" || cursor === null)
    throw new RangeError(
      `The cursor must be the object that a page has, but is of type ${typeof cursor}. If you keep it as text, use JSON.parse.`,
    );
  const { operation: walked, offset, last, total, timestamp_id } = cursor;
  if (walked !== operation)
    throw new RangeError(
      `The cursor is from a walk with ${String(walked).slice(0, 60)}, and this is ${operation}. Pass a cursor of the same list.`,
    );
  const damaged = [
    !isWhole(offset) && "offset",
    last != null && !/^[0-9a-f]{16}$/.test(String(last)) && "last",
    total != null && !isWhole(total) && "total",
    timestamp_id != null && typeof timestamp_id !== "string" && "timestamp_id",
  ].find((name) => name !== false);
  if (damaged)
    throw new RangeError(
      `The cursor is damaged: its ${damaged} is not what a walk writes. Start the walk again without it.`,
    );
}
