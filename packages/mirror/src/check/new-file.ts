import { explainFile } from "../export/explain-file.ts";
import { WholeFile } from "../export/output-file.ts";
import { lookAt } from "../export/place.ts";
import { MirrorError } from "../mirror-error.ts";

/** A file that appears whole or not at all, and never in the place of another. */
export class NewFile implements AsyncDisposable {
  readonly #path: string;
  readonly #file: WholeFile;

  private constructor(path: string, file: WholeFile) {
    this.#path = path;
    this.#file = file;
  }

  /** @throws MirrorError of kind `usage` if something is there already, `unavailable` if it cannot be written. */
  static async create(path: string): Promise<NewFile> {
    refuseObstacle(path);
    return new NewFile(path, await explained(path, WholeFile.create(path)));
  }

  write(data: string | Uint8Array): Promise<void> {
    return explained(this.#path, this.#file.write(data));
  }

  /** Has the file appear. */
  async publish(): Promise<void> {
    await explained(this.#path, this.#file.flush());
    refuseObstacle(this.#path);
    await explained(this.#path, this.#file.publish());
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#file[Symbol.asyncDispose]();
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
