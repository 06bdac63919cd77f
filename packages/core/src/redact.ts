/** What stands in the place of a secret. */
const mark = "[redacted]";

/** Letters that a secret has at least: a shorter one would be found within words, and no message could be read. */
const minSecretLength = 4;

/** How often escapes may be nested, as in a URL in JSON in HTML. */
const levels = 3;

/** An escape of JSON, URLs, HTML or XML. Every quantifier has a small bound, so that the search takes linear time. */
const escapes =
  /\\u(?<json>[0-9a-f]{4})|\\(?<single>.)|%(?<percent>[0-9a-f]{2})|&#x(?<hex>[0-9a-f]{1,8});|&#(?<decimal>[0-9]{1,8});|&(?<name>amp|lt|gt|quot|apos|sol|plus|equals|lpar|rpar|bsol);/gis;

const named: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  sol: "/",
  bsol: "\\",
  plus: "+",
  equals: "=",
  lpar: "(",
  rpar: ")",
};

/** A text after some levels of decoding. Character `i` stands for the original from `starts[i]` to `starts[i + 1]`. */
interface Decoded {
  text: string;
  /** Undefined before any decoding: each character stands for itself. */
  starts: Uint32Array | undefined;
}

/** In lower case, with as many characters as before: `toLowerCase` makes two of some. */
const lower = (text: string): string => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

/** The one character that an escape stands for. */
function decodeOne({ json, single, percent, hex, decimal, name }: Record<string, string | undefined>): string {
  if (single) return "bfnrt".includes(single) ? "\n" : single;
  if (name) return named[name] ?? "";
  return lower(String.fromCharCode(decimal ? Number(decimal) : Number.parseInt(json ?? percent ?? hex ?? "", 16)));
}

/** Decodes one level of escapes; undefined if there are none. */
function decode({ text, starts }: Decoded): Decoded | undefined {
  // First, because most texts have none, and there may be millions of them.
  if (text.search(escapes) < 0) return undefined;
  const startOf = (index: number): number => starts?.[index] ?? index;
  const decoded = new Uint32Array(text.length + 1);
  const parts: string[] = [];
  let length = 0;
  let position = 0;
  const copyTo = (end: number): void => {
    parts.push(text.slice(position, end));
    for (; position < end; position++) decoded[length++] = startOf(position);
  };
  for (const match of text.matchAll(escapes)) {
    copyTo(match.index);
    parts.push(decodeOne(match.groups as Record<string, string | undefined>));
    decoded[length++] = startOf(position);
    position += match[0].length;
  }
  copyTo(text.length);
  decoded[length] = startOf(position);
  return { text: parts.join(""), starts: decoded };
}

/** A text as it is and after each level of decoding. */
function decodings(text: string): Decoded[] {
  const all: Decoded[] = [{ text: lower(text), starts: undefined }];
  for (let level = 0; level < levels; level++) {
    const next = text.length > 0 ? decode(all[level] as Decoded) : undefined;
    if (!next) break;
    all.push(next);
  }
  return all;
}

/**
 * Makes a function that removes secrets from a text, in capitals or not, however its letters are escaped: `S` is also `%53`,
 * `\u0053` and `&#83;`, and `\\u0053` in JSON in JSON. A secret that is encoded as a whole, as in base64, is not found, nor is one
 * of fewer than four letters.
 *
 * It takes time in proportion to the text. Redact before you truncate: half a secret is one too.
 */
export function redactor(secrets: readonly string[]): (text: string) => string {
  // A secret may look like an escape itself: it is sought as it is, and decoded like the text.
  const forms = secrets.flatMap((secret) => decodings(secret).map((form) => form.text));
  const sought = new Set(forms.filter((form) => form.length >= minSecretLength));
  return (text) => (sought.size > 0 ? redact(text, sought) : text);
}

function redact(text: string, sought: ReadonlySet<string>): string {
  const found: { from: number; to: number }[] = [];
  for (const decoded of decodings(text)) {
    for (const secret of sought) {
      for (let at = decoded.text.indexOf(secret); at >= 0; at = decoded.text.indexOf(secret, at + secret.length)) {
        const end = at + secret.length;
        found.push({ from: decoded.starts?.[at] ?? at, to: decoded.starts?.[end] ?? end });
      }
    }
  }
  if (found.length === 0) return text;
  let kept = "";
  let position = 0;
  for (const { from, to } of found.sort((one, other) => one.from - other.from)) {
    if (from >= position) kept += text.slice(position, from) + mark;
    position = Math.max(position, to);
  }
  return kept + text.slice(position);
}

/** Removes secrets from all texts in a value of JSON, names of properties included. */
export function redactValue(value: unknown, hide: (text: string) => string): unknown {
  if (typeof value === "string") return hide(value);
  if (Array.isArray(value)) return value.map((item) => redactValue(item, hide));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [hide(name), redactValue(inner, hide)]));
}
