import { createHash, type Hash, randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { hostname } from "node:os";
import { basename, dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { isRunning } from "../store/lease.ts";

/** What a file was when it was written: another one has other bytes, or another checksum. */
export interface FileMark {
  /** How long it is. */
  bytes: number;
  /** The SHA-256 of its content, hexadecimal. */
  sha256: string;
}

/** A new file, whose folder is made if there is none. Its owner alone may read both. */
export class OutputFile implements AsyncDisposable {
  readonly #handle: FileHandle;
  readonly #hash: Hash = createHash("sha256");
  #bytes = 0;

  private constructor(handle: FileHandle) {
    this.#handle = handle;
  }

  static async create(path: string): Promise<OutputFile> {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    return new OutputFile(await open(path, "w", 0o600));
  }

  /** Adds to the file, all of it or with an error. */
  async write(data: string | Uint8Array): Promise<void> {
    await this.#handle.appendFile(data);
    this.#hash.update(data);
    this.#bytes += Buffer.byteLength(data);
  }

  /** Has the disk keep what was written, also if the power fails. @returns what was written. */
  async flush(): Promise<FileMark> {
    await this.#handle.datasync();
    return { bytes: this.#bytes, sha256: this.#hash.copy().digest("hex") };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#handle.close();
  }
}

/** Files of this process that are being written aside. */
const beingWritten = new Set<string>();

/** Names of files that are written aside, with the process that writes them. */
const asideName = /^\.court-register-mirror\.([0-9a-f]{8})\.(\d+)\.[0-9a-f-]{36}\.part$/;

const thisHost = createHash("sha256").update(hostname()).digest("hex").slice(0, 8);

/** What no process writes after a day was left by one that is gone. Whether one of another machine runs, nobody here can tell. */
const day = 86_400_000;

/**
 * A file that appears whole or not at all. It is written aside, in the same folder; what a killed process has left aside there, of whatever
 * file, is removed.
 */
export class WholeFile implements AsyncDisposable {
  readonly #path: string;
  readonly #aside: string;
  readonly #file: OutputFile;

  private constructor(path: string, aside: string, file: OutputFile) {
    this.#path = path;
    this.#aside = aside;
    this.#file = file;
  }

  /** @param path - Where it appears. */
  static async create(path: string): Promise<WholeFile> {
    await removeLeftovers(dirname(path));
    const aside = join(dirname(path), `.court-register-mirror.${thisHost}.${process.pid}.${randomUUID()}.part`);
    beingWritten.add(basename(aside));
    try {
      return new WholeFile(path, aside, await OutputFile.create(aside));
    } catch (error) {
      beingWritten.delete(basename(aside));
      throw error;
    }
  }

  write(data: string | Uint8Array): Promise<void> {
    return this.#file.write(data);
  }

  flush(): Promise<FileMark> {
    return this.#file.flush();
  }

  /** Has the file appear, in the place of one that is there. */
  async publish(): Promise<void> {
    await this.#file[Symbol.asyncDispose]();
    await rename(this.#aside, this.#path);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#file[Symbol.asyncDispose]();
    await rm(this.#aside, { force: true });
    beingWritten.delete(basename(this.#aside));
  }
}

/** Removes the files that killed processes have written aside in a folder. */
export async function removeLeftovers(folder: string): Promise<void> {
  // A folder that is not there, or cannot be read, has nothing to be removed.
  for (const name of await readdir(folder).catch(() => [])) {
    const [, host, number] = asideName.exec(name) ?? [];
    if (host === undefined || beingWritten.has(name)) continue;
    const path = join(folder, name);
    const isLeft =
      host === thisHost
        ? Number(number) === process.pid || !isRunning(Number(number))
        : Date.now() - ((await stat(path).catch(() => undefined))?.mtimeMs ?? Number.NaN) > day;
    // Another run may be faster, and one that this user may not remove harms nobody.
    if (isLeft) await rm(path, { force: true }).catch(() => {});
  }
}

/** Writes a file in the place of the one that is there: it is whole, or as it was, also if others write it at the same time. */
export async function replaceFile(path: string, text: string): Promise<void> {
  await using file = await WholeFile.create(path);
  await file.write(text);
  await file.flush();
  await file.publish();
}

/** The SHA-256 of a file's content, hexadecimal. */
export async function sha256Of(path: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return hash.digest("hex");
}
