/**
 * The formats of a copy, and how one becomes the next. The format is what is in the tables, how rows are hashed, how generations are sealed
 * and how names are folded. It is not the contract, whose fields come and go (`adoptContract`), nor the text of a view (`makeView`).
 *
 * In every format, `mirror_format` has `version` and `written_by`, and `mirror_hold` is as it is: other versions know by these what a copy
 * is, and who writes to it. Readers hold a lock on `mirror_format` on a server, for which an upgrade waits (`readOpened`).
 */
import { MirrorError } from "../mirror-error.ts";
import { version } from "../version.ts";
import type { Database, Reading, Writing } from "./database.ts";
import { targetName } from "./target-name.ts";

/**
 * How a copy gets the next format. A step that is released stays as it is, so that it calls nothing that a later version may change. A
 * release that brings one is no patch.
 */
export interface Upgrade {
  /**
   * Whether the readers of this version read the format before the step as they read its own: it adds tables or columns that `sync` alone
   * reads, or changes the rule of the seals. A step that moves, renames or drops what readers read, hashes rows otherwise or folds names
   * otherwise is not readable: until `sync` has run, readers say which version reads the copy.
   */
  readonly isReadable: boolean;
  /** Compares the seals by the rule of the format before the step. Needed if the step changes that rule, or a table that it is about. */
  readonly brokenSeal?: (reading: Reading) => Promise<string | undefined>;
  /** Changes the tables, with the rows of an unfinished copy, which is dropped after that. All steps of a copy are one transaction. */
  readonly run: (writing: Writing, database: Pick<Database, "kind" | "dialect">) => Promise<void>;
}

/** The first format that is kept. Those before it were never released. */
export const firstFormat = 4;

/** The step from the first format to the next one, and so on. */
const upgrades: readonly Upgrade[] = [];

/** The format that this version writes. */
export const formatVersion: number = firstFormat + upgrades.length;

/** The earliest format that its readers read. */
export const readableFormat: number = firstFormat + upgrades.findLastIndex(({ isReadable }) => !isReadable) + 1;

/** What a copy says of its format. */
export interface CopyFormat {
  readonly version: number;
  /** The version of the mirror that sealed it last. */
  readonly writtenBy: string;
}

/** The format of a copy, of whatever version. */
export async function formatIn(reading: Reading): Promise<CopyFormat> {
  const [row] = await reading.all("SELECT * FROM mirror_format");
  return { version: Number(row?.version), writtenBy: String(row?.written_by ?? "unknown") };
}

/** @throws MirrorError of kind `newer`, `usage` or `damaged` if a copy has a format that this version does not know, or none. */
export async function refuseUnknownFormat(reading: Reading, target: string): Promise<void> {
  const copy = await formatIn(reading);
  if (!Number.isInteger(copy.version))
    throw new MirrorError(
      "damaged",
      `${targetName(target)} is damaged: it does not say which format it has. Restore it from a backup, or copy the register into another target.`,
    );
  if (copy.version > formatVersion)
    throw new MirrorError(
      "newer",
      `${targetName(target)} was written by a newer version of the mirror (${copy.writtenBy}, in format ${copy.version}; this is ${version}, which knows formats up to ${formatVersion}). Update @court-register/mirror.`,
    );
  if (copy.version < firstFormat)
    throw new MirrorError(
      "usage",
      `${targetName(target)} was written before the first release (format ${copy.version}): no version that was released reads it. Nothing in it was changed. Copy the register into another target.`,
    );
}

/** The steps from a format on. */
export const upgradesFrom = (version: number): readonly Upgrade[] => upgrades.slice(version - firstFormat);
