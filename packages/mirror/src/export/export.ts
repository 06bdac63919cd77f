/** `export`: a generation as files for other programs. */
import { Subjects } from "../changes/subjects.ts";
import { lists as contract } from "../generated/lists.ts";
import { MirrorError } from "../mirror-error.ts";
import { company } from "../store/company.ts";
import type { Database, Reading } from "../store/database.ts";
import { readOpened } from "../store/format.ts";
import { type GenerationSummary, generationsIn, identityIn, recordsIn } from "../store/generations.ts";
import { openDatabase, type TargetOptions } from "../store/open.ts";
import { storedColumnsIn } from "../store/schema.ts";
import { targetName } from "../store/target-name.ts";
import type { Column } from "../wire/list.ts";
import { explainFile } from "./explain-file.ts";
import { type Exported, ExportFolder } from "./folder.ts";
import { fileAt } from "./layout.ts";
import { type ExportedFiles, type ExportRecord, layoutVersion } from "./record.ts";
import type { ExportFormat } from "./row-file.ts";
import { changesOf, companiesOf, hasList, rowsOf, type Selection } from "./selection.ts";
import { writeSelection } from "./write-selection.ts";

/** Options of {@link exportTo}. */
export interface ExportOptions extends TargetOptions {
  /** @defaultValue `"parquet"` */
  format?: ExportFormat | undefined;
  /**
   * Which generation.
   * @defaultValue the newest
   */
  generation?: number | undefined;
  /** Whether to export what the generation changed, too. */
  changes?: boolean | undefined;
  /**
   * Names of lists.
   * @defaultValue all that the generation has
   */
  lists?: readonly string[] | undefined;
  /** Called when a list is written; the next one waits for it. */
  onList?: ((list: string, rows: number) => void | Promise<void>) | undefined;
  /** Stops it. */
  signal?: AbortSignal | undefined;
}

/** A list that was exported. */
export interface ExportedList {
  list: string;
  rows: number;
  /** Rows that came and went, if they were asked for. */
  changes: number | undefined;
}

/** What an export has done. */
export interface ExportResult {
  format: ExportFormat;
  generation: number;
  state: string | undefined;
  /** Whether all of it was there already. */
  upToDate: boolean;
  lists: ExportedList[];
}

/**
 * Exports a generation into a folder: a file for each list, and `latest.json`, which names them and is written last. Files that
 * are there already stay as they are.
 *
 * @throws MirrorError if the target holds no such generation, the folder is of something else, or the disk is full.
 */
export async function exportTo(target: string, folder: string, options: ExportOptions = {}): Promise<ExportResult> {
  const database = await openDatabase(target, "read", options);
  try {
    return await readOpened(database, target, (reading) =>
      new Export(targetName(target), folder, options, database, reading).run(),
    );
  } catch (error) {
    throw explainFile(error, folder);
  } finally {
    await database.close();
  }
}

/** One run, on one snapshot of the copy. */
class Export {
  readonly #target: string;
  readonly #folder: string;
  readonly #options: ExportOptions;
  readonly #format: ExportFormat;
  readonly #database: Pick<Database, "kind" | "dialect">;
  readonly #reading: Reading;
  /** Files that this run has written. */
  readonly #files: ExportRecord["files"] = {};

  constructor(
    target: string,
    folder: string,
    options: ExportOptions,
    database: Pick<Database, "kind" | "dialect">,
    reading: Reading,
  ) {
    this.#target = target;
    this.#folder = folder;
    this.#options = options;
    this.#format = options.format ?? "parquet";
    this.#database = database;
    this.#reading = reading;
  }

  async run(): Promise<ExportResult> {
    const all = await generationsIn(this.#reading);
    const columns = await storedColumnsIn(this.#reading);
    const summary = this.#find(all);
    const { generation } = summary;
    const known = await this.#knownLists(all, generation, columns);
    const lists = new Map([...columns].filter(([list]) => known.includes(list)));
    const subjects = new Subjects(this.#reading, this.#database, columns, { from: 0, to: generation });
    const companies = companiesOf(all, { kind: this.#database.kind, lists, generation }, this.#format);
    const asked = this.#askedLists(companies ? [company, ...known] : known, generation);
    const records = await recordsIn(this.#reading);
    const exported = { copy: await identityIn(this.#reading), records, format: this.#format };
    await using folder = await ExportFolder.open(this.#folder, exported);
    const { record } = folder;
    const recorded = record?.generation === summary.generation ? { ...record.lists } : {};
    let upToDate = record?.generations.includes(summary.generation) ?? false;
    for (const list of asked) {
      const parameters = [all, summary.generation, list, columns.get(list) ?? []] as const;
      const isCompanies = list === company && companies !== undefined;
      const rows = await this.#export(folder, isCompanies ? companies : rowsOf(...parameters, this.#format));
      const changes = isCompanies ? undefined : await this.#exportChanges(folder, changesOf(...parameters, subjects));
      recorded[list] = { ...rows.files, ...(changes && { changes: changes.files }) };
      if (rows.isNew || changes?.isNew) upToDate = false;
      await this.#options.onList?.(list, rows.files.rows);
    }
    if (!upToDate || folder.isDamaged) await folder.publish(recordOf(exported, summary, recorded, this.#files, record));
    return {
      format: this.#format,
      generation: summary.generation,
      state: summary.state,
      upToDate,
      lists: asked.map((list) => ({ list, rows: recorded[list]?.rows ?? 0, changes: recorded[list]?.changes?.rows })),
    };
  }

  /** The generation that was asked for. */
  #find(all: readonly GenerationSummary[]): GenerationSummary {
    const { generation } = this.#options;
    const found = generation === undefined ? all.at(-1) : all.find((one) => one.generation === generation);
    if (found) return found;
    const [oldest, newest] = [all[0]?.generation, all.at(-1)?.generation];
    const advice =
      newest === undefined
        ? "It holds no complete copy yet: run sync until it is complete."
        : `It has ${oldest === newest ? `generation ${newest} alone` : `generations from ${oldest} to ${newest}`}.`;
    throw new MirrorError(
      "usage",
      `${this.#target} has no ${generation === undefined ? "generation to export" : `generation ${generation}`}. ${advice}`,
    );
  }

  /** The lists of the contract that a generation has, in its order. */
  async #knownLists(
    all: readonly GenerationSummary[],
    generation: number,
    columns: ReadonlyMap<string, readonly Column[]>,
  ): Promise<string[]> {
    const known: string[] = [];
    for (const list of columns.keys()) if (await hasList(this.#reading, all, generation, list)) known.push(list);
    return known.sort(inContract);
  }

  /** Those that were asked for. */
  #askedLists(known: readonly string[], generation: number): string[] {
    const asked = new Set(this.#options.lists ?? known);
    for (const list of asked)
      if (!known.includes(list))
        throw new MirrorError(
          "usage",
          `${this.#target} has no list ${list} in generation ${generation}. It has ${known.join(", ")}.`,
        );
    return known.filter((list) => asked.has(list));
  }

  /** Exports what is not there yet. */
  async #export(folder: ExportFolder, selection: Selection): Promise<{ files: ExportedFiles; isNew: boolean }> {
    const { path, expected, list } = selection;
    const file = fileAt(path, this.#format);
    const known = await folder.find(file);
    if (known) return { files: { path, rows: known.rows }, isNew: false };
    await using output = await folder.create(file);
    const rows = await writeSelection(this.#reading, selection, output, this.#format, this.#options.signal);
    if (rows !== (expected ?? rows))
      throw new MirrorError(
        "damaged",
        `${this.#target} has ${rows} rows for ${path}, but ${expected} were counted when ${list} was copied. Nothing of this export has appeared. Find what is wrong: court-register-mirror verify TARGET`,
      );
    this.#files[file] = { rows, ...(await output.flush()) };
    return { files: { path, rows }, isNew: true };
  }

  /** The same for changes, if they were asked for. Those that are there stay in the record. */
  async #exportChanges(
    folder: ExportFolder,
    selection: Selection,
  ): Promise<{ files: ExportedFiles; isNew: boolean } | undefined> {
    if (this.#options.changes || folder.isKnown(fileAt(selection.path, this.#format)))
      return await this.#export(folder, selection);
    return undefined;
  }
}

/** Orders names of lists as the contract has them. */
const inContract = (one: string, other: string): number => {
  const position = (name: string): number => contract.findIndex((list) => list.name === name);
  return position(one) - position(other);
};

/** The record of a folder with one generation more. It names the newest, whichever came last. */
function recordOf(
  { copy, records, format }: Exported,
  { generation, state, service, completed }: GenerationSummary,
  lists: ExportRecord["lists"],
  written: ExportRecord["files"],
  before: ExportRecord | undefined,
): ExportRecord {
  const generations = [...new Set([...(before?.generations ?? []), generation])].sort((one, other) => one - other);
  const files = Object.entries({ ...before?.files, ...written }).sort(([one], [other]) => (one < other ? -1 : 1));
  const rest = { generations, files: Object.fromEntries(files) };
  if (before && before.generation > generation) return { ...before, ...rest };
  const { seal = "" } = records.find((one) => one.generation === generation) ?? {};
  const header = { layout: layoutVersion, copy, format, generation, state: state ?? null, service, completed, seal };
  const sorted = Object.entries(lists).sort(([one], [other]) => inContract(one, other));
  return { ...header, lists: Object.fromEntries(sorted), ...rest };
}
