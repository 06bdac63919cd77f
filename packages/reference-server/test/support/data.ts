import { mkdtempDisposable, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cases, register } from "../../src/contract/contract.ts";
import type { RowType } from "../../src/contract/fields.ts";
import { Fitter } from "../../src/data/fitter.ts";
import { repeatedField } from "../../src/data/repeated-field.ts";
import { planTables } from "../../src/store/tables.ts";

/** A directory of data for a test; it is removed at the end of the block. */
export interface DataDirectory extends AsyncDisposable {
  readonly path: string;
  /** Lines that are text get what the contract requires beside what they say; bytes are written as they are. */
  write(resource: string, lines: readonly (string | Uint8Array)[]): Promise<void>;
}

/** Makes a directory with `<resource>.ndjson` files. */
export async function makeData(
  files: Readonly<Record<string, readonly (string | Uint8Array)[]>> = {},
): Promise<DataDirectory> {
  const folder = await mkdtempDisposable(join(tmpdir(), "court-register-"));
  const write = (resource: string, lines: readonly (string | Uint8Array)[]): Promise<void> =>
    writeFile(
      join(folder.path, `${resource}.ndjson`),
      Buffer.concat(
        lines.flatMap((line) => [
          Buffer.from(typeof line === "string" ? completed(resource, line) : line),
          Buffer.from("\n"),
        ]),
      ),
    );
  for (const [resource, lines] of Object.entries(files)) await write(resource, lines);
  return { path: folder.path, write, [Symbol.asyncDispose]: folder[Symbol.asyncDispose] };
}

const tables = planTables(register, cases);
const fitter = new Fitter(1, tables);
const samples = new Map<string, Row>();

type Row = Record<string, unknown>;
const isObject = (value: unknown): value is Row => typeof value === "object" && value !== null && !Array.isArray(value);

/** Digits are kept as they are written. Via unknown: TypeScript does not know of it yet. */
const { rawJSON } = JSON as unknown as { rawJSON: (text: string) => unknown };
const keepDigits = (_name: string, value: unknown, context?: { source: string }): unknown =>
  typeof value === "number" && context ? rawJSON(context.source) : value;

/**
 * The line of a row with the fields that the contract requires and the line does not name, after its own: tests name those that they are
 * about. A line that has all of them, or is no row, stays as it is.
 */
export function completed(resource: string, line: string): string {
  const [, before = "", text = "", after = ""] = /^(\ufeff?)(.*?)(\r?)$/s.exec(line) ?? [];
  const type = typeOf(resource);
  const row = type && parsed(text);
  return type && row && complete(type, row, resource) ? `${before}${JSON.stringify(row)}${after}` : line;
}

/** The line of a row that has all that the contract requires but one field. */
export function without(field: string, resource: string, row: object = {}): Uint8Array {
  const type = typeOf(resource);
  if (!type?.fields.some(({ name, required }) => name === field && required))
    throw new Error(`${resource} requires no ${field}.`);
  const whole: Row = { ...row };
  complete(type, whole, resource);
  delete whole[field];
  return Buffer.from(JSON.stringify(whole));
}

function typeOf(resource: string): RowType | undefined {
  const table = resource === "predmet" ? tables.case : (tables.register.get(resource) ?? tables.lists.get(resource));
  return table?.row;
}

function parsed(line: string): Row | undefined {
  try {
    const row: unknown = JSON.parse(line, keepDigits);
    return isObject(row) && repeatedField(line, JSON.parse(line)) === undefined ? row : undefined;
  } catch {
    return undefined; // the test is about such a line
  }
}

/** Whether something was missing, in the row or in the lists of a case. */
function complete(type: RowType, row: Row, resource: string): boolean {
  const missing = type.fields.filter(
    ({ name, required, nullable }) => required && !nullable && !Object.hasOwn(row, name),
  );
  const sample = missing.length > 0 ? sampleOf(resource) : {};
  for (const { name } of missing) row[name] = sample[name];
  if (resource !== "predmet") return missing.length > 0;
  const items = [...tables.children].flatMap(([name, { row: itemType }]) => {
    const list = row[name];
    return Array.isArray(list) ? list.filter(isObject).map((item) => complete(itemType, item, name)) : [];
  });
  return missing.length > 0 || items.includes(true);
}

/** A row as the server makes one. */
function sampleOf(resource: string): Row {
  const known = samples.get(resource);
  if (known !== undefined) return known;
  if (tables.children.has(resource)) {
    const [list] = (sampleOf("predmet")[resource] ?? []) as readonly Row[];
    return list ?? {};
  }
  const [entry] = fitter.fit({ resource, row: resource === "predmet" ? { id: 1 } : {} });
  const sample = { ...entry?.row };
  samples.set(resource, sample);
  return sample;
}

/** The first field that is text in the rows of an operation, whatever the contract calls it. */
export function textField(path: string): string {
  const fields = register.operations.find((operation) => operation.path === path)?.row.fields ?? [];
  const field = fields.find(({ kind }) => kind === "string");
  if (!field) throw new Error(`The rows of ${path} have no text.`);
  return field.name;
}
