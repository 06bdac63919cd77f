import { type FileHandle, mkdir, open } from "node:fs/promises";
import { dirname } from "node:path";

/** A new file, whose folder is made if there is none. */
export class OutputFile implements AsyncDisposable {
  readonly #handle: FileHandle;

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
  }

  /** Has the disk keep what was written, also if the power fails. */
  async settle(): Promise<void> {
    await this.#handle.datasync();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#handle.close();
  }
}
