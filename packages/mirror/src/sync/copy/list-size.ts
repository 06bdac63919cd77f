/** How many rows a list has, and had: so many more or fewer are not believed, or not written. */
import { type OptionText, option, say } from "../../option-text.ts";

/** How long a list is, as far as a copy has come. */
export interface ListSize {
  list: string;
  rows: number;
  /** Characters of the texts in its rows that are new. */
  characters: number;
  /** Whether all its rows are here. */
  done: boolean;
  /** Rows that it has in the newest generation. */
  before: number;
}

/** How long a list may be. */
export interface SizeLimits {
  acceptGrowth?: boolean | undefined;
  maxRows?: number | undefined;
}

/** Rows that a list may have, unless its user says otherwise; and characters that may be new for each of these. */
const defaultMaxRows = 10_000_000;
const charactersOfRow = 1_000;

/** A list that gets more than so many times its rows, and so many more, is stopped: it may have no end. */
const acceptedGrowth = 2;
const believedGrowth = 10_000;

/** Sentences about the lists that have more rows than they may have. */
export const grownLists = (sizes: readonly ListSize[], limits: SizeLimits): OptionText[] =>
  sizes.flatMap((size) => grown(size, limits) ?? []);

function grown(
  { list, rows, characters, before }: ListSize,
  { acceptGrowth = false, maxRows = defaultMaxRows }: SizeLimits,
): [OptionText] | undefined {
  const raise = say`If the list is so long, give a greater ${option("maxRows")}`;
  if (characters > maxRows * charactersOfRow)
    return [
      say`The service has sent ${characters} new characters of ${list}, more than ${charactersOfRow} for each row that it may have. ${raise}`,
    ];
  if (rows > maxRows) return [say`The service has sent more than ${maxRows} rows of ${list}. ${raise}`];
  return before > 0 && !acceptGrowth && rows > before * acceptedGrowth + believedGrowth
    ? [
        say`The list ${list} had ${before} rows, and the service has sent ${rows} so far. If that is right, give ${option("acceptGrowth")}`,
      ]
    : undefined;
}

/** A list that loses a greater share of its rows is refused. */
export const acceptedLoss = 0.1;

/** Sentences about the lists that have lost too many rows: of those that have come to their end. */
export const shrunkLists = (sizes: readonly ListSize[]): string[] =>
  sizes.flatMap(({ list, done, rows, before }) =>
    done && before > 0 && rows < before * (1 - acceptedLoss)
      ? [`The list ${list} had ${before} rows and has ${rows} now`]
      : [],
  );
