/**
 * The name of a field that an object of a JSON text has more than once, if there is one: of its values, JSON.parse keeps the
 * last alone.
 * @param value - What JSON.parse made of the text.
 */
export function repeatedField(text: string, value: unknown): string | undefined {
  const written = writtenNames(text);
  const kept: string[] = [];
  collectNames(value, kept);
  if (written.length === kept.length) return undefined;
  return written
    .map((name): string => JSON.parse(name))
    .find((name, index, names) => count(names.slice(0, index + 1), name) > count(kept, name));
}

const count = (names: readonly string[], name: string): number => names.filter((one) => one === name).length;

/** The names of fields in a JSON text as they are written: every text with a colon behind it. */
function writtenNames(text: string): string[] {
  const names: string[] = [];
  for (let from = text.indexOf('"'); from >= 0; ) {
    let to = text.indexOf('"', from + 1);
    while (isEscaped(text, to)) to = text.indexOf('"', to + 1);
    let next = to + 1;
    while (" \t\r\n".includes(text.charAt(next)) && next < text.length) next += 1;
    if (text.charAt(next) === ":") names.push(text.slice(from, to + 1));
    from = text.indexOf('"', next);
  }
  return names;
}

function isEscaped(text: string, at: number): boolean {
  let from = at;
  while (text.charAt(from - 1) === "\\") from -= 1;
  return (at - from) % 2 === 1;
}

function collectNames(value: unknown, names: string[]): void {
  if (typeof value !== "object" || value === null) return;
  if (Array.isArray(value)) {
    for (const item of value) collectNames(item, names);
    return;
  }
  for (const name in value) {
    names.push(name);
    collectNames((value as Record<string, unknown>)[name], names);
  }
}
