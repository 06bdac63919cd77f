/** Edits: of files, and of the specs as data. */
import { readFile, writeFile } from "node:fs/promises";
import type { Specs } from "../../src/spec-diff/specs.ts";
import { isObject } from "../../src/specs/openapi.ts";

/** Replaces a text, which must be there, in a file. @returns the whole text. */
export async function editFile(file: string, from: string, to: string): Promise<string> {
  const text = await readFile(file, "utf8");
  if (!text.includes(from)) throw new Error(`${file} does not hold ${JSON.stringify(from)}.`);
  const edited = text.replace(from, () => to);
  await writeFile(file, edited);
  return edited;
}

/** One edit: of the OpenAPI document by JSON pointer (RFC 6901), of the SDL or an operation document by its text. */
export type Edit =
  | { set: string; to: unknown }
  | { remove: string }
  | { rename: string; to: string }
  | { refer: string; to: string }
  | { sdl: string; to: string }
  | { document: string; replace: string; to: string }
  | { document: string; text: string | null };

/**
 * The specs after the edits.
 *
 * @throws Error when an edit changes nothing: it would test nothing.
 */
export function apply(specs: Specs, edits: Edit[]): Specs {
  const result = structuredClone(specs);
  for (const edit of edits) applyOne(result, edit);
  return result;
}

function applyOne(specs: Specs, edit: Edit): void {
  if ("sdl" in edit) specs.sdl = replaced(specs.sdl, edit.sdl, edit.to);
  else if ("document" in edit) editDocument(specs, edit);
  else if ("refer" in edit) specs.openapi = rereferred(specs, edit);
  else editOpenApi(specs, edit);
}

function replaced(text: string, from: string, to: string): string {
  const result = text.replaceAll(from, () => to);
  if (result === text) throw new Error(`Nothing to replace: ${from}`);
  return result;
}

function editDocument(specs: Specs, edit: Extract<Edit, { document: string }>): void {
  if ("replace" in edit) {
    specs.documents[edit.document] = replaced(specs.documents[edit.document] ?? "", edit.replace, edit.to);
  } else if (edit.text === null) {
    delete specs.documents[edit.document];
  } else {
    specs.documents[edit.document] = edit.text;
  }
}

/** Renames a schema and every reference to it. */
function rereferred({ openapi }: Specs, { refer, to }: { refer: string; to: string }): Specs["openapi"] {
  const schemas = Object.entries(openapi.components?.schemas ?? {}).map(([name, schema]) => [
    name === refer ? to : name,
    schema,
  ]);
  const renamed = { ...openapi, components: { ...openapi.components, schemas: Object.fromEntries(schemas) } };
  const text = JSON.stringify(renamed);
  return JSON.parse(replaced(text, `"#/components/schemas/${refer}"`, `"#/components/schemas/${to}"`));
}

function editOpenApi(
  { openapi }: Specs,
  edit: Extract<Edit, { set: string } | { remove: string } | { rename: string }>,
): void {
  const pointer = "set" in edit ? edit.set : "remove" in edit ? edit.remove : edit.rename;
  const keys = pointer
    .split("/")
    .slice(1)
    .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
  const last = keys.pop() ?? "";
  let node: unknown = openapi;
  for (const key of keys) node = Array.isArray(node) ? node[Number(key)] : isObject(node) ? node[key] : undefined;
  if (Array.isArray(node)) {
    if ("set" in edit) node[last === "-" ? node.length : Number(last)] = structuredClone(edit.to);
    else node.splice(Number(last), 1);
    return;
  }
  if (!isObject(node) || (!("set" in edit) && !(last in node))) throw new Error(`Nothing at ${pointer}.`);
  if ("set" in edit) {
    node[last] = structuredClone(edit.to);
    return;
  }
  if ("rename" in edit) node[edit.to] = node[last];
  delete node[last];
}
