/** The file of `--told`: what has been told of a copy. */
import { readFile } from "node:fs/promises";
import { dirname } from "node:path";
import { explainFile } from "../export/explain-file.ts";
import { removeLeftovers, replaceFile } from "../export/output-file.ts";
import { MirrorError } from "../mirror-error.ts";
import { option, say } from "../option-text.ts";
import { type GenerationRecord, identityIn, recordsIn } from "../store/generations.ts";
import type { Snapshot } from "../store/snapshot.ts";

/** A generation, with its seal, because two copies number theirs alike. */
interface SealedGeneration {
  generation: number;
  seal: string;
}

/** A comparison that was told in part, in messages. */
interface Begun extends SealedGeneration {
  /** How many of its changes were told: the first ones. */
  changes: number;
  /** The SHA-256 of these, hexadecimal: another `--list` or `--subjects` has others. */
  sha256: string;
  /** How many bytes of changes the receiver takes in a message, if it has refused more. */
  bytes?: number | undefined;
}

/** What a file says. */
export interface Told {
  /** The generation that was told last, all of it. */
  generation: number;
  /** The comparison with the next one that was begun, if one was. */
  begun?: Omit<Begun, "seal"> | undefined;
}

/** What is in a file. */
interface Content extends SealedGeneration {
  /** The identity of the copy. */
  copy: string;
  begun?: Begun | undefined;
}

export class ToldFile {
  readonly #path: string;
  readonly #copy: string;
  readonly #records: readonly GenerationRecord[];
  /** What was told; undefined if the file is not there yet. */
  told: Told | undefined;

  private constructor(path: string, copy: string, records: readonly GenerationRecord[]) {
    this.#path = path;
    this.#copy = copy;
    this.#records = records;
  }

  /**
   * Reads a file.
   * @throws MirrorError if it is something else, or of another copy, or what it names is not kept any more.
   */
  static async open(path: string, snapshot: Snapshot): Promise<ToldFile> {
    await removeLeftovers(dirname(path));
    const { reading } = snapshot;
    const records = await recordsIn(reading);
    const file = new ToldFile(path, await identityIn(reading), records);
    const content = await file.#read();
    if (content === undefined) return file;
    file.#refuseOther(content);
    const oldest = Math.max(snapshot.keptFrom("register"), snapshot.keptFrom("cases"));
    if (content.generation < oldest - 1)
      throw new MirrorError(
        "usage",
        say`${path} says that generation ${content.generation} was told last, which is not kept any more: what changed until generation ${oldest - 1} cannot be told. To see what is still known, use ${option("since", oldest - 1)} in place of ${option("told")}. Then remove ${path}: the next run begins it anew.`,
      );
    file.told = content;
    return file;
  }

  /** Writes the file: it is there whole, or as it was. */
  async write({ generation, begun }: Told): Promise<void> {
    const sealed = (one: number): SealedGeneration => ({ generation: one, seal: this.#record(one)?.seal ?? "" });
    const content: Content = {
      copy: this.#copy,
      ...sealed(generation),
      begun: begun && { ...begun, ...sealed(begun.generation) },
    };
    try {
      await replaceFile(this.#path, `${JSON.stringify(content, undefined, 2)}\n`);
    } catch (error) {
      throw explainFile(error, this.#path, `${this.#path} is as it was: what this run has told may be told again`);
    }
    this.told = { generation, begun };
  }

  async #read(): Promise<Content | undefined> {
    const text = await readFile(this.#path, "utf8").catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return undefined;
      throw explainFile(error, this.#path, "Nothing was told");
    });
    if (text === undefined) return undefined;
    const content = parsed(text);
    if (isContent(content)) return content;
    throw new MirrorError(
      "foreign",
      say`${this.#path} is not a file of ${option("told")}, and was not changed. Name another one: if it is not there, this run begins it.`,
    );
  }

  #refuseOther({ copy, begun, ...last }: Content): void {
    for (const { generation, seal } of begun ? [last, begun] : [last]) {
      const record = this.#record(generation);
      const seals = record && [record.seal, ...record.former, ...record.aliases];
      if (copy === this.#copy && seals?.includes(seal)) continue;
      const whose =
        copy === this.#copy
          ? `of another duplicate of this copy: it names generation ${generation}, which this one does not have, or has otherwise, as after a backup was restored`
          : `of another copy: it names generation ${generation} of ${copy}, and this copy is ${this.#copy}`;
      throw new MirrorError(
        "foreign",
        `${this.#path} is ${whose}. Nothing was told. Name a file of its own. Or remove ${this.#path}: the next run begins it anew, and what changed before is not told.`,
      );
    }
  }

  #record(number: number): GenerationRecord | undefined {
    return this.#records.find(({ generation }) => generation === number);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isSealed = (value: unknown): value is SealedGeneration =>
  typeof value === "object" &&
  value !== null &&
  Number.isSafeInteger((value as SealedGeneration).generation) &&
  typeof (value as SealedGeneration).seal === "string";

function isContent(value: unknown): value is Content {
  if (!isSealed(value)) return false;
  const { copy, begun } = value as Content;
  const isWhole =
    begun === undefined ||
    (isSealed(begun) &&
      begun.generation > value.generation &&
      begun.changes >= 0 &&
      (begun.bytes === undefined || begun.bytes > 0));
  return typeof copy === "string" && isWhole;
}
