/** The files in a workbook, which is a ZIP: each is read within bounds, and is what was written. */
import { crc32 } from "node:zlib";
import yauzl from "yauzl";
import { MirrorError } from "../mirror-error.ts";

/** Bytes of all that is unpacked of a file: few bytes may unpack to very many. */
const largestContent = 256 * 2 ** 20;

/** Why a file cannot be read: what is wrong with it, and what to do. */
export const wrongWorkbook = (name: string, why: string, options?: ErrorOptions): MirrorError =>
  new MirrorError("usage", `${name} ${why}`, options);

/** The files in a workbook. */
export class Parts {
  readonly #name: string;
  readonly #zip: yauzl.ZipFile;
  readonly #entries: ReadonlyMap<string, yauzl.Entry>;
  #left = largestContent;

  private constructor(name: string, zip: yauzl.ZipFile, entries: ReadonlyMap<string, yauzl.Entry>) {
    this.#name = name;
    this.#zip = zip;
    this.#entries = entries;
  }

  /** @throws MirrorError of kind `usage` if these bytes are no ZIP. */
  static async open(name: string, bytes: Buffer): Promise<Parts> {
    const entries = new Map<string, yauzl.Entry>();
    try {
      const zip = await yauzl.fromBufferPromise(bytes);
      for await (const entry of zip.eachEntry()) {
        if (entries.has(entry.fileName)) throw new Error(`two files in it are called ${entry.fileName}`);
        entries.set(entry.fileName, entry);
      }
      return new Parts(name, zip, entries);
    } catch (error) {
      throw damaged(name, error);
    }
  }

  has(path: string): boolean {
    return this.#entries.has(path);
  }

  /** The text of a file. @throws MirrorError of kind `usage` if it is not there, too large, or not what was written. */
  async *read(path: string): AsyncGenerator<string, void> {
    const entry = this.#entries.get(path);
    if (!entry)
      throw wrongWorkbook(this.#name, `is no workbook: ${path} is not in it. Save it as XLSX, or as CSV UTF-8.`);
    if (entry.isEncrypted())
      throw wrongWorkbook(this.#name, "is encrypted. Save it without a password, as XLSX or as CSV UTF-8.");
    // What unpacks to another size than is said ends with an error.
    this.#left -= entry.uncompressedSize;
    if (this.#left < 0)
      throw wrongWorkbook(
        this.#name,
        `unpacks to more than ${largestContent / 2 ** 20} MiB. Save the sheet alone, or as CSV UTF-8.`,
      );
    const decoder = new TextDecoder("utf-8", { fatal: true });
    let sum = 0;
    try {
      for await (const chunk of await this.#zip.openReadStreamPromise(entry)) {
        sum = crc32(chunk, sum);
        yield decoder.decode(chunk, { stream: true });
      }
      if (sum !== entry.crc32) throw new Error(`${path} has another checksum than was written`);
      yield decoder.decode();
    } catch (error) {
      throw damaged(this.#name, error);
    }
  }
}

const damaged = (name: string, error: unknown): MirrorError =>
  wrongWorkbook(name, `is damaged (${(error as Error).message}). Save it again, as XLSX or as CSV UTF-8.`, {
    cause: error,
  });
