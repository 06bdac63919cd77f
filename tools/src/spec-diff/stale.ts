/** What written changesets announce, although it is not, or no longer, what changed: their changelog would not be true. */
import { type Changeset, writtenPrefix } from "./changesets.ts";
import type { ApiChange } from "./compare.ts";
import { declares, statementsOf } from "./named.ts";
import { line } from "./write-changesets.ts";

/** A list item of a changeset, by the file's path from the repository's root. */
export interface Stale {
  file: string;
  item: string;
  /** What to write in its place: what changes under its names now. Nothing if that was taken back. */
  now: string[];
}

/** Items of other changesets may be about anything, and one that was reworded may say the same in its own words. */
export function findStale(changes: ApiChange[], changesets: Changeset[]): Stale[] {
  return changesets.flatMap(({ file, text }) =>
    statementsOf(text).flatMap((statement) => {
      const item = statement.trimEnd(); // nested items are advice
      const asWritten = /^- .*\. \((`[^`]+`(, )?)+\)/s.test(item); // the affected operations, after the sentence
      // Whoever reworded it may have added items with advice or without a name.
      if (!asWritten && !(file.startsWith(writtenPrefix) && /^[-*] .*`/s.test(item))) return [];
      // The same sentence is about the same change, even if that now affects other operations, which name it, too.
      const same = (change: ApiChange): boolean => asWritten && item.includes(change.message);
      const now = changes.filter((change) => same(change) || declares(item, change)).map(line);
      if (now.length > 0 && (!asWritten || now.includes(item))) return [];
      return [{ file: `.changeset/${file}`, item: item.slice(2), now: now.map((one) => one.slice(2)) }];
    }),
  );
}
