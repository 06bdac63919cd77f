/** The folder of an export. `latest.json` says what is in it, and is written last. */
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { MirrorError } from "../mirror-error.ts";
import type { GenerationSummary } from "../store/generations.ts";
import { isRunning } from "../store/running.ts";
import { OutputFile } from "./output-file.ts";
import { type ExportRecord, layoutVersion, parseRecord } from "./record.ts";
import type { ExportFormat } from "./row-file.ts";

const recordName = "latest.json";

/** Where files are written before they appear: next to the others, so that one rename moves them. Engines skip it. */
const workName = ".unfinished";

/** A process that exports. */
interface Exporter {
  host: string;
  process: number;
}

/** A folder that one run exports to. */
export class ExportFolder implements AsyncDisposable {
  readonly #folder: string;
  /** What earlier runs have exported. */
  readonly record: ExportRecord | undefined;

  private constructor(folder: string, record: ExportRecord | undefined) {
    this.#folder = folder;
    this.record = record;
  }

  /**
   * Opens a folder, which is made if there is none, and removes what a killed run has left.
   *
   * @param all - The generations of the copy that is exported.
   * @param lists - Names of its lists.
   * @throws MirrorError if the folder is of something else, or another run exports to it.
   */
  static async open(
    folder: string,
    format: ExportFormat,
    all: readonly GenerationSummary[],
    lists: readonly string[],
  ): Promise<ExportFolder> {
    await mkdir(folder, { recursive: true });
    const names = await readdir(folder);
    const record = names.includes(recordName) ? await readRecord(folder) : undefined;
    if (record) refuseOther(folder, record, format, all);
    const work = join(folder, workName);
    const exporterFile = join(work, "exporter.json");
    if (!record && names.some((name) => name !== workName) && !existsSync(exporterFile)) throw notEmpty(folder);
    await refuseRunning(folder, exporterFile);
    await removeUnrecorded(folder, record, lists);
    await rm(work, { recursive: true, force: true });
    await mkdir(work);
    const exporter: Exporter = { host: hostname(), process: process.pid };
    await writeFile(exporterFile, JSON.stringify(exporter));
    return new ExportFolder(folder, record);
  }

  /** Whether something is there already. */
  has(path: string): boolean {
    return existsSync(join(this.#folder, path));
  }

  /** Begins a file, which appears when everything is published. */
  create(path: string): Promise<OutputFile> {
    return OutputFile.create(join(this.#folder, workName, "files", path));
  }

  /** Has all files appear, and then the record that names them. */
  async publish(record: ExportRecord): Promise<void> {
    const work = join(this.#folder, workName);
    if (existsSync(join(work, "files"))) await moveInto(join(work, "files"), this.#folder);
    {
      await using file = await OutputFile.create(join(work, recordName));
      await file.write(`${JSON.stringify(record, undefined, 2)}\n`);
      await file.settle();
    }
    await rename(join(work, recordName), join(this.#folder, recordName));
  }

  /** Removes what has not appeared. */
  async [Symbol.asyncDispose](): Promise<void> {
    // What cannot be removed is removed by the next run.
    await rm(join(this.#folder, workName), { recursive: true, force: true }).catch(() => {});
  }
}

/** Moves what is in one folder into another: a folder that is not there yet by one rename. */
async function moveInto(from: string, to: string): Promise<void> {
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, destination] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory() && existsSync(destination)) await moveInto(source, destination);
    else await rename(source, destination);
  }
}

async function readRecord(folder: string): Promise<ExportRecord> {
  const record = parseRecord(await readFile(join(folder, recordName), "utf8"));
  if (!record) throw notEmpty(folder);
  if (record.layout > layoutVersion)
    throw new MirrorError(
      "newer",
      `${folder} was exported by a newer version of the mirror. Update @court-register/mirror, or name another folder.`,
    );
  return record;
}

const notEmpty = (folder: string): MirrorError =>
  new MirrorError(
    "foreign",
    `${folder} has files that are not an export. Nothing in it was changed. Name another folder.`,
  );

/** Refuses an export in another format, or of another copy: generations of two copies have the same numbers. */
function refuseOther(
  folder: string,
  record: ExportRecord,
  format: ExportFormat,
  all: readonly GenerationSummary[],
): void {
  if (record.format !== format)
    throw new MirrorError(
      "usage",
      `${folder} is an export as ${record.format}, not as ${format}. Name another folder, or export as ${record.format}.`,
    );
  const same = all.find(({ generation }) => generation === record.generation);
  const isForgotten = record.generation < (all[0]?.generation ?? 0);
  if (same ? same.completed !== record.completed : !isForgotten)
    throw new MirrorError(
      "foreign",
      `${folder} is an export of another copy. Nothing in it was changed. Name another folder.`,
    );
}

async function refuseRunning(folder: string, path: string): Promise<void> {
  const { host, process: number } = await readExporter(path);
  if (host !== hostname() || number === undefined || number === process.pid || !isRunning(number)) return;
  throw new MirrorError("held", `Process ${number} exports to ${folder} too. Let it finish, or name another folder.`);
}

/** Who exports, or did. A file that was cut off tells nothing: its process has been killed. */
async function readExporter(path: string): Promise<Partial<Exporter>> {
  try {
    return JSON.parse(await readFile(path, "utf8")) as Partial<Exporter>;
  } catch {
    return {};
  }
}

/** Removes the files of generations that have appeared in part, when a run was killed between two renames. */
async function removeUnrecorded(
  folder: string,
  record: ExportRecord | undefined,
  lists: readonly string[],
): Promise<void> {
  for (const name of ["", ...lists, ...lists.map((list) => `${list}_changes`)]) {
    const parent = join(folder, name);
    for (const inside of existsSync(parent) ? await readdir(parent) : []) {
      const [, number] = /^generation=(\d+)$/.exec(inside) ?? [];
      const isUnrecorded = number !== undefined && !record?.generations.includes(Number(number));
      if (isUnrecorded) await rm(join(parent, inside), { recursive: true });
    }
  }
}
