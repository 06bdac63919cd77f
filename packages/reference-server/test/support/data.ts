import { mkdtempDisposable, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { register } from "../../src/contract/contract.ts";

/** A directory of data for a test; it is removed at the end of the block. */
export interface DataDirectory extends AsyncDisposable {
  readonly path: string;
  write(resource: string, lines: readonly (string | Uint8Array)[]): Promise<void>;
}

/** Makes a directory with `<resource>.ndjson` files. */
export async function makeData(files: Readonly<Record<string, readonly string[]>> = {}): Promise<DataDirectory> {
  const folder = await mkdtempDisposable(join(tmpdir(), "court-register-"));
  const write = (resource: string, lines: readonly (string | Uint8Array)[]): Promise<void> =>
    writeFile(
      join(folder.path, `${resource}.ndjson`),
      Buffer.concat(lines.flatMap((line) => [Buffer.from(line), Buffer.from("\n")])),
    );
  for (const [resource, lines] of Object.entries(files)) await write(resource, lines);
  return { path: folder.path, write, [Symbol.asyncDispose]: folder[Symbol.asyncDispose] };
}

/** The first field that is text in the rows of an operation, whatever the contract calls it. */
export function textField(path: string): string {
  const fields = register.operations.find((operation) => operation.path === path)?.row.fields ?? [];
  const field = fields.find(({ kind }) => kind === "string");
  if (!field) throw new Error(`The rows of ${path} have no text.`);
  return field.name;
}
