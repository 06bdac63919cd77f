/** Rows that went and rows that came, brought together. */

/** A row on one side of a comparison. */
export interface SideRow<Row> {
  side: "gone" | "new";
  /** Rows with the same text may be the same thing. */
  group: string;
  /** Its identity: rows with the same hash are equal. */
  hash: string;
  row: Row;
}

/** A group that does not cancel itself out. */
export type Pair<Row> =
  | { change: "gone" | "new"; row: Row; times: number }
  | { change: "changed"; before: Row; after: Row };

/**
 * Pairs rows that come group by group. In a group, either all rows are equal, or each side has at most one. A row that went and
 * came back cancels itself out.
 */
export async function* pairs<Row>(rows: AsyncIterable<readonly SideRow<Row>[]>): AsyncGenerator<Pair<Row>> {
  let group: Group<Row> | undefined;
  for await (const batch of rows)
    for (const row of batch) {
      if (group && group.text !== row.group) {
        yield* outcome(group);
        group = undefined;
      }
      group ??= { text: row.group, gone: undefined, new: undefined, surplus: 0 };
      group[row.side] ??= row;
      group.surplus += row.side === "new" ? 1 : -1;
    }
  if (group) yield* outcome(group);
}

interface Group<Row> {
  text: string;
  /** The first row of each side: the others are equal to it. */
  gone: SideRow<Row> | undefined;
  new: SideRow<Row> | undefined;
  /** How many more rows came than went. */
  surplus: number;
}

function* outcome<Row>({ gone, new: came, surplus }: Group<Row>): Generator<Pair<Row>> {
  if (gone && came && gone.hash !== came.hash) yield { change: "changed", before: gone.row, after: came.row };
  else if (came && surplus > 0) yield { change: "new", row: came.row, times: surplus };
  else if (gone && surplus < 0) yield { change: "gone", row: gone.row, times: -surplus };
}
