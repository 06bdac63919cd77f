import { createHash, type Hash, randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { type FileHandle, mkdir, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { pipeline } from "node:stream/promises";

/** What a file was when it was written: another one has other bytes, or another checksum. */
export interface FileMark {
  /** How long it is. */
  bytes: number;
  /** The SHA-256 of its content, hexadecimal. */
  sha256: string;
}

/** A new file, whose folder is made if there is none. */
export class OutputFile implements AsyncDisposable {
  readonly #handle: FileHandle;
  readonly #hash: Hash = createHash("sha256");
  #bytes = 0;

  private constructor(handle: FileHandle) {
    this.#handle = handle;
  }

  static async create(path: string): Promise<OutputFile> {
    await mkdir(dirname(path), { recursive: true });
    return new OutputFile(await open(path, "w"));
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

/** Writes a file in the place of the one that is there: it is whole, or as it was, also if others write it at the same time. */
export async function replaceFile(path: string, text: string): Promise<void> {
  const aside = `${path}.${randomUUID()}.part`;
  try {
    {
      await using file = await OutputFile.create(aside);
      await file.write(text);
      await file.flush();
    }
    await rename(aside, path);
  } catch (error) {
    await rm(aside, { force: true });
    throw error;
  }
}

/** The SHA-256 of a file's content, hexadecimal. */
export async function sha256Of(path: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return hash.digest("hex");
}
