/**
 * The folder of an export. `latest.json` says what is in it, and is written last.
 *
 * No run removes a file that has appeared. A run writes its files aside, then the new record beside them, and only then moves the
 * files to their places and the record after them. A run that is killed before that leaves nothing that others see; one that is
 * killed while it moves is finished by the next one.
 */
import { constants, existsSync, statSync } from "node:fs";
import { access, mkdir, readdir, readFile, rename, rm, rmdir, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { MirrorError } from "../mirror-error.ts";
import type { GenerationRecord } from "../store/generations.ts";
import { fileAt, generationOf } from "./layout.ts";
import { FolderLock } from "./lock.ts";
import { OutputFile, sha256Of } from "./output-file.ts";
import { type ExportRecord, layoutVersion, parseRecord } from "./record.ts";
import type { ExportFormat } from "./row-file.ts";

const recordName = "latest.json";

/** Where files are written before they appear: next to the others, so that one rename moves them. Engines skip it. */
const workName = ".unfinished";

const lockName = ".export.lock";

/** What is exported into a folder. */
export interface Exported {
  /** Identity of the copy. */
  readonly copy: string;
  /** What it has recorded of its generations, also of those that are forgotten. */
  readonly records: readonly GenerationRecord[];
  readonly format: ExportFormat;
}

/** A process that exports. */
interface Exporter {
  host: string;
  process: number;
}

/** A folder that one run exports to. */
export class ExportFolder implements AsyncDisposable {
  readonly #folder: string;
  /** Where this copy's exports write aside: other copies have places of their own. */
  readonly #work: string;
  readonly #lock: FolderLock;
  /** What earlier runs have exported, as far as it is still there. */
  readonly record: ExportRecord | undefined;
  /** Whether the record names files that are no longer there, or no longer what they were. */
  readonly isDamaged: boolean;

  private constructor(
    folder: string,
    work: string,
    lock: FolderLock,
    [record, isDamaged]: [ExportRecord | undefined, boolean],
  ) {
    this.#folder = folder;
    this.#work = work;
    this.#lock = lock;
    this.record = record;
    this.isDamaged = isDamaged;
  }

  /**
   * Opens a folder, which is made if there is none, and finishes or removes what a killed run of the same copy has left.
   *
   * @throws MirrorError if the folder is of something else, or another run exports to it.
   */
  static async open(folder: string, exported: Exported): Promise<ExportFolder> {
    await mkdir(folder, { recursive: true });
    const work = join(folder, workName, exported.copy);
    // A folder of something else is not even locked.
    if (!existsSync(join(folder, lockName))) await refuseOther(folder, work, exported);
    await access(folder, constants.W_OK);
    const lock = FolderLock.take(join(folder, lockName));
    if (lock === "held") throw await heldBy(folder, work);
    if (lock === "foreign") throw notEmpty(folder);
    try {
      await refuseOther(folder, work, exported);
      await finish(folder, work);
      const record = await refuseOther(folder, work, exported);
      await rm(work, { recursive: true, force: true });
      await mkdir(work, { recursive: true });
      const exporter: Exporter = { host: hostname(), process: process.pid };
      await writeFile(join(work, "exporter.json"), JSON.stringify(exporter));
      return new ExportFolder(folder, work, lock, record ? stillThere(folder, record) : [undefined, false]);
    } catch (error) {
      lock[Symbol.dispose]();
      throw error;
    }
  }

  /**
   * What the record says of a file, if the file is what it was.
   *
   * @throws MirrorError if there is a file that the record does not name.
   */
  async find(path: string): Promise<ExportRecord["files"][string] | undefined> {
    const file = join(this.#folder, path);
    const known = fileIn(this.record, path);
    if (known) return sizeOf(file) === known.bytes && (await sha256Of(file)) === known.sha256 ? known : undefined;
    if (!existsSync(file)) return undefined;
    throw new MirrorError(
      "foreign",
      `${file} is not named by ${join(this.#folder, recordName)}, so it is not of this export. Nothing was changed. Move it away, or name another folder.`,
    );
  }

  /** Whether the record names a file. */
  isKnown(path: string): boolean {
    return fileIn(this.record, path) !== undefined;
  }

  /** Begins a file, which appears when everything is published. */
  create(path: string): Promise<OutputFile> {
    return OutputFile.create(join(this.#work, "files", path));
  }

  /** Has all files appear, and then the record that names them. */
  async publish(record: ExportRecord): Promise<void> {
    await writeRecord(this.#work, record);
    await finish(this.#folder, this.#work);
  }

  /** Removes what has not appeared, and lets other runs export. */
  async [Symbol.asyncDispose](): Promise<void> {
    try {
      // A record aside means that files are being moved: the next run finishes that.
      if (!existsSync(join(this.#work, recordName))) await rm(this.#work, { recursive: true, force: true });
      // If nobody else has something there.
      await rmdir(join(this.#folder, workName));
    } catch {
      // What cannot be removed is removed by the next run.
    } finally {
      this.#lock[Symbol.dispose]();
    }
  }
}

/** What a record says of a file. */
const fileIn = (record: ExportRecord | undefined, path: string): ExportRecord["files"][string] | undefined =>
  record && Object.hasOwn(record.files, path) ? record.files[path] : undefined;

/** Moves the files of a run to their places, and then its record, if the run has come that far. */
async function finish(folder: string, work: string): Promise<void> {
  const record = await readRecord(work);
  if (!record) return;
  if (existsSync(join(work, "files"))) await moveInto(join(work, "files"), folder);
  // Between a kill and the next run, someone may have removed files that were moved already.
  const [found, isDamaged] = stillThere(folder, record);
  if (isDamaged) await writeRecord(work, found);
  await rename(join(work, recordName), join(folder, recordName));
}

/** Writes a record into the work folder: it is there whole or not at all. */
async function writeRecord(work: string, record: ExportRecord): Promise<void> {
  const path = join(work, recordName);
  {
    await using file = await OutputFile.create(`${path}.part`);
    await file.write(`${JSON.stringify(record, undefined, 2)}\n`);
    await file.flush();
  }
  await rename(`${path}.part`, path);
}

/** Moves what is in one folder into another: a folder that is not there yet by one rename. */
async function moveInto(from: string, to: string): Promise<void> {
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, destination] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory() && existsSync(destination)) await moveInto(source, destination);
    else await rename(source, destination);
  }
}

/**
 * A record without the files that are no longer there. Lists of the newest generation whose files are there and no longer what they
 * were are left out of its lists, but not of its files, so that the next export writes them anew.
 *
 * @returns the record, and whether anything was left out.
 */
function stillThere(folder: string, record: ExportRecord): [ExportRecord, boolean] {
  const files: ExportRecord["files"] = {};
  const whole = new Set<string>();
  for (const [path, mark] of Object.entries(record.files)) {
    const size = sizeOf(join(folder, path));
    if (size !== undefined) files[path] = mark;
    if (size === mark.bytes) whole.add(path);
  }
  const isWhole = ({ path }: { path: string }): boolean => whole.has(fileAt(path, record.format));
  const lists: ExportRecord["lists"] = {};
  for (const [list, { changes, ...rows }] of Object.entries(record.lists))
    if (isWhole(rows)) lists[list] = { ...rows, ...(changes && isWhole(changes) && { changes }) };
  const generations = record.generations.filter((one) => Object.keys(files).some((path) => generationOf(path) === one));
  const found: ExportRecord = { ...record, lists, generations, files };
  return [found, JSON.stringify(found) !== JSON.stringify(record)];
}

/** How many bytes a file has; undefined if there is none. */
const sizeOf = (path: string): number | undefined => statSync(path, { throwIfNoEntry: false })?.size;

/** Reads the record in a folder. Undefined if there is none. */
async function readRecord(folder: string): Promise<ExportRecord | undefined> {
  const path = join(folder, recordName);
  if (!existsSync(path)) return undefined;
  const record = parseRecord(await readFile(path, "utf8"));
  if (!record) throw notEmpty(folder);
  if (record.layout > layoutVersion)
    throw new MirrorError(
      "newer",
      `${folder} was exported by a newer version of the mirror. Update @court-register/mirror, or name another folder.`,
    );
  if (!("files" in record))
    throw new MirrorError(
      "usage",
      `${folder} was exported by an older version of the mirror, with amounts of other types. Nothing in it was changed. Name another folder, or remove this one and export again.`,
    );
  return record;
}

const notEmpty = (folder: string): MirrorError =>
  new MirrorError(
    "foreign",
    `${folder} has files that are not an export. Nothing in it was changed. Name another folder.`,
  );

/**
 * Refuses a folder that has other files, or an export in another format or of another copy.
 *
 * @returns its record, if it has one.
 */
async function refuseOther(
  folder: string,
  work: string,
  { copy, records, format }: Exported,
): Promise<ExportRecord | undefined> {
  const record = await readRecord(folder);
  if (!record) {
    // The first run of this copy may have been killed while it moved its files here.
    const others = (await readdir(folder)).filter((name) => name !== workName && name !== lockName);
    if (others.length > 0 && !existsSync(join(work, recordName))) throw notEmpty(folder);
    return undefined;
  }
  // A copy whose file was duplicated, or restored from a backup, has its identity twice, but not the same generations.
  const same = records.find(({ generation }) => generation === record.generation);
  if (record.copy !== copy || record.seal !== same?.seal)
    throw new MirrorError(
      "foreign",
      `${folder} is an export of another copy: its latest.json names the copy ${record.copy} of ${record.service} with generation ${record.generation} of ${record.completed}; this one is ${copy}. Nothing in it was changed. Name another folder.`,
    );
  if (record.format !== format)
    throw new MirrorError(
      "usage",
      `${folder} is an export as ${record.format}, not as ${format}. Name another folder, or export as ${record.format}.`,
    );
  return record;
}

/** The error that says who exports to a folder. */
async function heldBy(folder: string, work: string): Promise<MirrorError> {
  const { host, process: number } = await readExporter(join(work, "exporter.json"));
  const who = host !== undefined && number !== undefined ? `Process ${number} on ${host}` : "Another run";
  return new MirrorError("held", `${who} exports to ${folder} too. Let it finish, or name another folder.`);
}

async function readExporter(path: string): Promise<Partial<Exporter>> {
  try {
    return JSON.parse(await readFile(path, "utf8")) as Partial<Exporter>;
  } catch {
    // A run of another copy, or one that has just begun.
    return {};
  }
}
