import { createReadStream } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { printable } from "#kit/printable";
import { InexactNumberError, parseExact } from "../contract/exact-json.ts";
import { type Batch, type Entry, LoadError, type LoadHooks, type RowSource } from "../store/load.ts";
import type { Tables } from "../store/tables.ts";
import type { Row } from "../store/values.ts";
import { repeatedField } from "./repeated-field.ts";

/** Lines per batch. */
const batchSize = 1_000;

/** Maximum bytes of a line: a case with a million persons is shorter. */
const longestLine = 64 * 2 ** 20;

const extension = ".ndjson";

interface DataFile {
  readonly resource: string;
  readonly path: string;
  readonly bytes: number;
  /** When it was last written, in milliseconds. */
  readonly changed: number;
}

/**
 * The rows of a directory: `<resource>.ndjson`, one JSON object a line, for the resources of the REST interface and for
 * `predmet` (a case with its lists), `sudovi` and `vrstaUpisnika` of the GraphQL interface.
 * @throws {LoadError} when there is no such file, or one whose name is no resource.
 */
export async function readDirectory(directory: string, tables: Tables, { onNote }: LoadHooks): Promise<RowSource> {
  const known = new Set([...tables.register.keys(), ...tables.lists.keys(), "predmet"]);
  // Systems and editors leave hidden files next to others, some with similar names.
  const present = (await list(directory)).filter((name) => !name.startsWith(".")).sort();
  refuseMisnamed(present, known);
  const names = present.filter((name) => name.endsWith(extension));
  if (names.length === 0) {
    throw new LoadError(`${directory} has no ${extension} file. Add one per resource, such as subjekt${extension}.`);
  }
  const files: DataFile[] = [];
  for (const name of names) {
    const resource = basename(name, extension);
    if (!known.has(resource)) {
      throw new LoadError(
        `${name}: there is no resource ${resource}. Known resources: ${[...known].sort().join(", ")}.`,
      );
    }
    files.push(await describe(resource, join(directory, name)));
  }
  const others = present.filter((name) => !names.includes(name));
  if (others.length > 0) onNote?.(printable(`Not read: ${others.join(", ")}.`));
  return { description: `loaded from files, ${names.join(", ")}`, batches: readFiles(files) };
}

/**
 * A file such as `subjekt.json` or `subjekt.ndjson.gz` is meant as rows of `subjekt`: to ignore it would be to serve none. Next
 * to `subjekt.ndjson`, it is a copy.
 */
function refuseMisnamed(names: readonly string[], known: ReadonlySet<string>): void {
  for (const resource of known) {
    if (names.includes(resource + extension)) continue;
    const misnamed = names.find((name) => name.split(".", 1)[0]?.toLowerCase() === resource.toLowerCase());
    if (misnamed === undefined) continue;
    throw new LoadError(
      `${misnamed} would not be read. Nothing was changed. Convert it to ${resource}${extension}, with one JSON object per line, or remove it.`,
    );
  }
}

async function describe(resource: string, path: string): Promise<DataFile> {
  const found = await stat(path).catch((error: unknown) => refuseUnreadable(path, error));
  if (found.isFIFO()) refuseUnreadable(path, "a pipe");
  return { resource, path, bytes: found.size, changed: found.mtimeMs };
}

async function list(directory: string): Promise<string[]> {
  try {
    return await readdir(directory);
  } catch (error) {
    throw new LoadError(
      `${directory} cannot be read as a directory (${reasonOf(error)}). Give --data an existing directory.`,
    );
  }
}

const reasonOf = (error: unknown): unknown => (error instanceof Error && "code" in error ? error.code : error);

function refuseUnreadable(path: string, error: unknown): never {
  throw new LoadError(
    `${basename(path)} cannot be read (${reasonOf(error)}). Nothing was changed. Make it a file that the server can read, or remove it.`,
  );
}

async function* readFiles(files: readonly DataFile[]): AsyncGenerator<Batch> {
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  let before = 0;
  for (const file of files) {
    let read = before;
    let entries: Entry[] = [];
    for await (const { line, text, bytes } of readLines(file)) {
      read += bytes;
      if (text.trim() !== "") entries.push({ resource: file.resource, row: parseRow(file, line, text), line });
      if (entries.length >= batchSize) {
        yield { entries, share: Math.min(1, read / total) };
        entries = [];
      }
    }
    before += file.bytes;
    yield { entries, share: total === 0 ? 1 : before / total };
  }
  await refuseChanged(files);
}

/** A file that is written while it is read may have some rows new and others still old. */
async function refuseChanged(files: readonly DataFile[]): Promise<void> {
  for (const { resource, path, bytes, changed } of files) {
    const now = await describe(resource, path);
    if (now.bytes !== bytes || now.changed !== changed) {
      throw new LoadError(
        `${basename(path)} was modified while it was read. Nothing was changed. Load again when it is complete.`,
      );
    }
  }
}

interface Line {
  readonly line: number;
  readonly text: string;
  readonly bytes: number;
}

/**
 * Splits bytes into lines, which are decoded one by one: reading the file as UTF-8 would silently replace invalid bytes, and end
 * lines at U+2028, which JSON allows in strings. Node's readline throws where nobody can catch it if a line does not end.
 */
async function* readLines(file: DataFile): AsyncGenerator<Line> {
  const utf8 = new TextDecoder("utf-8", { fatal: true });
  let line = 1;
  /** The start of a line whose end has not come yet, in the pieces that were read, and its length. */
  let pieces: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of createReadStream(file.path, { highWaterMark: 2 ** 20 }) as AsyncIterable<Buffer>) {
      let from = 0;
      for (let end = chunk.indexOf("\n"); end >= 0; end = chunk.indexOf("\n", from)) {
        const part = chunk.subarray(from, end);
        const bytes = length === 0 ? part : Buffer.concat([...pieces, part]);
        yield { line, text: utf8.decode(bytes), bytes: bytes.length + 1 };
        line += 1;
        from = end + 1;
        pieces = [];
        length = 0;
      }
      pieces.push(chunk.subarray(from));
      length += chunk.length - from;
      if (length > longestLine) throw refuse(file, line, `is longer than 64 MB; ${howTo}`);
    }
    yield { line, text: utf8.decode(Buffer.concat(pieces)), bytes: length };
  } catch (error) {
    if (error instanceof LoadError) throw error;
    // Thrown by the decoder.
    if (error instanceof TypeError) throw refuse(file, line, "is not UTF-8");
    refuseUnreadable(file.path, error);
  }
}

const howTo = "write one object per line, without an array around them";

function parseRow(file: DataFile, line: number, text: string): Row {
  let value: unknown;
  try {
    value = parseExact(text);
  } catch (error) {
    if (error instanceof InexactNumberError)
      throw refuse(file, line, `has a number that would be rounded: ${error.message}`);
    throw refuse(file, line, `is not JSON (${error instanceof Error ? error.message : error}); ${howTo}`);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw refuse(file, line, `is not a JSON object; ${howTo}`);
  }
  let repeated: string | undefined;
  try {
    repeated = repeatedField(text, value);
  } catch (error) {
    throw error instanceof RangeError ? refuse(file, line, error.message) : error;
  }
  if (repeated !== undefined) throw refuse(file, line, `has the field ${repeated} twice`);
  return value as Row;
}

const refuse = ({ path }: DataFile, line: number, reason: string): LoadError =>
  new LoadError(`${basename(path)}, line ${line}: the line ${reason}. Nothing was changed.`);
