import { rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { explainFile } from "../export/explain-file.ts";
import { OutputFile } from "../export/output-file.ts";
import { lookAt } from "../export/place.ts";
import { MirrorError } from "../mirror-error.ts";

/** A file that appears whole or not at all, and never in the place of another. */
export class NewFile implements AsyncDisposable {
  readonly #path: string;
  readonly #aside: string;
  readonly #file: OutputFile;

  private constructor(path: string, aside: string, file: OutputFile) {
    this.#path = path;
    this.#aside = aside;
    this.#file = file;
  }

  /** @throws MirrorError of kind `usage` if something is there already, `unavailable` if it cannot be written. */
  static async create(path: string): Promise<NewFile> {
    refuseObstacle(path);
    const aside = join(dirname(path), `.${basename(path)}.${process.pid}`);
    return new NewFile(path, aside, await explained(path, OutputFile.create(aside)));
  }

  write(text: string): Promise<void> {
    return explained(this.#path, this.#file.write(text));
  }

  /** Has the file appear. */
  async publish(): Promise<void> {
    await explained(this.#path, this.#file.flush());
    refuseObstacle(this.#path);
    await explained(this.#path, rename(this.#aside, this.#path));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#file[Symbol.asyncDispose]();
    await rm(this.#aside, { force: true });
  }
}

function refuseObstacle(path: string): void {
  if (lookAt(path))
    throw new MirrorError("usage", `${path} is there already. Nothing was written. Remove it, or name another file.`);
}

const explained = <T>(path: string, work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw explainFile(error, path, "Nothing was written");
  });
