/** A hash of 32 bits, by multiplication. */
function hash(text: string, start: number, factor: number): string {
  let result = start;
  for (let index = 0; index < text.length; index++) result = Math.imul(result ^ text.charCodeAt(index), factor);
  return (result >>> 0).toString(16).padStart(8, "0");
}

/** A text of 16 hexadecimal digits that stands for a text: for comparison, not for secrecy. */
const digest = (text: string): string => hash(text, 0x811c9dc5, 0x01000193) + hash(text, 0x9e3779b9, 0x5bd1e995);

/**
 * A digest of a row: the same for the same values, whatever the order of its fields, whether an absent field is null, and the type
 * of its integers.
 */
export const digestRow = (row: unknown): string =>
  digest(
    JSON.stringify(row, (_name, value) => {
      if (typeof value === "string") return `"${value}"`;
      if (typeof value !== "object" || value === null) return String(value);
      return Array.isArray(value) ? value : Object.entries(value).filter(isPresent).sort(byName);
    }) ?? "",
  );

const isPresent = ([, value]: [string, unknown]): boolean => value != null;

const byName = ([one]: [string, unknown], [other]: [string, unknown]): number => (one < other ? -1 : 1);
