/**
 * The folder of an export. `latest.json` says what is in it, and is written last.
 *
 * No run removes a file that has appeared. A run writes its files aside, then the new record beside them, and only then moves the
 * files to their places and the record after them. A run that is killed before that leaves nothing that others see; one that is
 * killed while it moves is finished by the next one.
 */
import { accessSync, constants } from "node:fs";
import { access, mkdir, readdir, readFile, rename, rm, rmdir, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { dirname, join, relative, sep } from "node:path";
import { MirrorError } from "../mirror-error.ts";
import type { GenerationRecord } from "../store/generations.ts";
import { explainFile } from "./explain-file.ts";
import { fileAt, generationOf } from "./layout.ts";
import { FolderLock } from "./lock.ts";
import { OutputFile, replaceFile, sha256Of } from "./output-file.ts";
import { isFileAt, lookAt, makeFolder, refuseObstacle, sizeOf } from "./place.ts";
import { type ExportRecord, readRecord, recordName } from "./record.ts";
import type { ExportFormat } from "./row-file.ts";

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
    await makeFolder(folder);
    const work = join(folder, workName, exported.copy);
    const lockPath = join(folder, lockName);
    // A folder of something else is not even locked. If another run has locked it meanwhile, what it is shows under the lock.
    if (!lookAt(lockPath))
      await refuseOther(folder, exported).catch((error: unknown) => {
        if (!lookAt(lockPath)) throw error;
      });
    await access(folder, constants.W_OK);
    const lock = FolderLock.take(lockPath);
    if (!lock) throw await heldBy(folder, work);
    try {
      await refuseOther(folder, exported);
      await finish(folder, work);
      const record = await readRecord(folder);
      await rm(work, { recursive: true, force: true });
      await mkdir(work, { recursive: true, mode: 0o700 });
      const exporter: Exporter = { host: hostname(), process: process.pid };
      await writeFile(join(work, "exporter.json"), JSON.stringify(exporter), { mode: 0o600 });
      return new ExportFolder(folder, work, lock, record ? stillThere(folder, record) : [undefined, false]);
    } catch (error) {
      lock[Symbol.dispose]();
      throw error;
    }
  }

  /**
   * What the record says of a file, if the file is what it was.
   *
   * @throws MirrorError if there is a file that the record does not name, or something else is in its way.
   */
  async find(path: string): Promise<ExportRecord["files"][string] | undefined> {
    const file = join(this.#folder, path);
    const known = fileIn(this.record, path);
    if (known && sizeOf(file) === known.bytes && (await sha256Of(file)) === known.sha256) return known;
    refuseObstacle(this.#folder, path);
    return known ? undefined : refuseUnnamed(this.#folder, path);
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
      if (!lookAt(join(this.#work, recordName))) await rm(this.#work, { recursive: true, force: true });
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

/** Refuses a file that is there and not named by the record: no export writes over what it has not written. */
function refuseUnnamed(folder: string, path: string, by = folder): undefined {
  const file = join(folder, path);
  if (!lookAt(file)) return;
  throw new MirrorError(
    "foreign",
    `${file} is not named by ${join(by, recordName)}, so it is not of this export. This run has changed nothing there. Move it away, or name another folder.`,
  );
}

/** Moves the files of a run to their places, and then its record, if the run has come that far. */
async function finish(folder: string, work: string): Promise<void> {
  const record = await readRecord(work);
  if (!record) return;
  const written = join(work, "files");
  const before = await readRecord(folder);
  for (const path of await filesBelow(written)) {
    if (!fileIn(record, path)) refuseUnnamed(written, path, work);
    refuseObstacle(folder, path);
    if (!fileIn(before, path)) refuseUnnamed(folder, path);
    accessSync(dirname(join(written, path)), constants.W_OK);
  }
  try {
    if (lookAt(written)) await moveInto(written, folder);
    // Between a kill and the next run, someone may have removed files that were moved already.
    const [found, isDamaged] = stillThere(folder, record);
    if (isDamaged) await writeRecord(work, found);
    await rename(join(work, recordName), join(folder, recordName));
  } catch (error) {
    const some = `Some of its files may have appeared, which ${recordName} does not name yet: the next run finishes that`;
    throw explainFile(error, folder, some);
  }
}

/** Paths of all that is below a folder and is no folder itself. */
async function filesBelow(folder: string): Promise<string[]> {
  if (!lookAt(folder)) return [];
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => !entry.isDirectory()).map((entry) => join(entry.parentPath, entry.name));
  return files.map((file) => relative(folder, file).replaceAll(sep, "/"));
}

/** Writes a record into the work folder: it is there whole or not at all. */
const writeRecord = (work: string, record: ExportRecord): Promise<void> =>
  replaceFile(join(work, recordName), `${JSON.stringify(record, undefined, 2)}\n`);

/** Moves what is in one folder into another: a folder that is not there yet by one rename. */
async function moveInto(from: string, to: string): Promise<void> {
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, destination] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory() && lookAt(destination)) await moveInto(source, destination);
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

/** Refuses a folder that has other files, or an export in another format or of another copy, also one that a killed run has begun. */
async function refuseOther(folder: string, { copy, records, format }: Exported): Promise<void> {
  refuseObstacle(folder, `${workName}/${copy}/${recordName}`);
  // The first run of this copy may have been killed while it moved its files here.
  const found = [await readRecord(folder), await readRecord(join(folder, workName, copy))].filter(
    (one) => one !== undefined,
  );
  const [other] = (await readdir(folder)).filter((name) => name !== workName && name !== lockName);
  if (found.length === 0 && other !== undefined)
    throw new MirrorError(
      "foreign",
      `${folder} has files that are not an export, such as ${other}. Nothing in it was changed. Name another folder.`,
    );
  for (const record of found) {
    // A copy whose file was duplicated, or restored from a backup, has its identity twice, but not the same generations.
    const same = records.find(({ generation }) => generation === record.generation);
    if (record.copy === copy && same?.former.includes(record.seal))
      throw new MirrorError(
        "foreign",
        `${folder} was exported before a court case was forgotten, which it may hold. Nothing in it was changed. Delete it, and export again.`,
      );
    if (record.copy !== copy || !same || ![same.seal, ...same.aliases].includes(record.seal))
      throw new MirrorError(
        "foreign",
        `${folder} is an export of another copy: its record names the copy ${record.copy} of ${record.service} with generation ${record.generation} of ${record.completed}; this one is ${copy}. Nothing in it was changed. Name another folder.`,
      );
    if (record.format !== format)
      throw new MirrorError(
        "usage",
        `${folder} is an export as ${record.format}, not as ${format}. Name another folder, or export as ${record.format}.`,
      );
  }
}

/** The error that says who exports to a folder, if that has said so: a run of another copy, or one that has just begun, has not. */
async function heldBy(folder: string, work: string): Promise<MirrorError> {
  const exporter = await readExporter(join(work, "exporter.json")).catch(() => undefined);
  const isNamed = typeof exporter?.host === "string" && Number.isInteger(exporter.process);
  const who = isNamed ? `Process ${exporter.process} on ${exporter.host}` : "Another run";
  return new MirrorError("held", `${who} exports to ${folder} too. Let it finish, or name another folder.`);
}

const readExporter = async (path: string): Promise<Partial<Exporter> | null | undefined> =>
  isFileAt(path) ? JSON.parse(await readFile(path, "utf8")) : undefined;
