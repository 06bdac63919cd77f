import { operations } from "../contract/operations.ts";
import type { Field } from "../contract/shape/operation.ts";
import { fieldIn } from "./causes.ts";

/** A field by its path in a row: `drzava/sifra`. */
function fieldAt(fields: readonly Field[], path: string): Field | undefined {
  const [name, ...rest] = path.split("/");
  const field = fields.find((one) => one.name === name);
  return rest.length === 0 ? field : fieldAt(field?.fields ?? [], rest.join("/"));
}

const rowOf = (path: string, { type, format, required }: Field): string =>
  `\`${path}\` ${format ?? type}${required ? ", required" : ""}`;

/** What the contract's tables say about where an operation fails: a few of the fields, and the XML root if that is wrong. */
export function contractRows(name: string, places: readonly string[]): string | undefined {
  const operation = operations.find((one) => one.name === name);
  if (operation === undefined) return undefined;
  const paths = new Set(places.flatMap((place) => fieldIn(place) ?? []));
  const fields = [...paths].flatMap((path) => {
    const field = fieldAt(operation.fields, path);
    return field === undefined ? [] : [rowOf(path, field)];
  });
  const isRoot = places.some((place) => /^\/[^/*]+$/.test(place));
  const rows = [...fields.slice(0, 5), ...(isRoot ? [`XML root \`${operation.xmlRoot}\``] : [])];
  return rows.length === 0 ? undefined : `\`${operation.path}\`: ${rows.join("; ")}`;
}
