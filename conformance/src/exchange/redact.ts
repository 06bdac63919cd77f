import { escapeMarkup } from "../shared/text.ts";

/** Replaces the secrets in a text. */
export type Redact = (text: string) => string;

/** Replaces a secret. */
export const redacted = "[redacted]";

/** Minimum length of a secret: a shorter one would be redacted inside ordinary words, and no report could be read. */
export const minSecretLength = 4;

/** Maximum length of a secret, and of its UTF-8: hardly a server accepts a longer header. */
export const maxSecretLength = 10_000;
export const maxSecretBytes = 12_000;

/**
 * Redacts secrets by their value, wherever they occur: in the text as it is, and in what it says once its escapes are decoded, up
 * to four times. In which letters have an escape, and of which kind, does not matter. Each step is a linear scan.
 */
export function redactor(secrets: readonly string[]): Redact {
  const known = new Set(secrets.filter(({ length }) => length >= minSecretLength));
  // One that is far too long to be sent is refused, and no message quotes it.
  const usable = [...known].filter((secret) => Buffer.byteLength(secret) <= maxSecretBytes);
  const spellings = usable.flatMap(spellingsOf);
  return (text) => (spellings.length === 0 ? text : withoutSpans(text, findAll(text, spellings)));
}

/** What to search for, folded. */
interface Spelling {
  text: string;
  /** Whether a character of base64 before or after it has bits of the secret, too. */
  before: boolean;
  after: boolean;
}

function spellingsOf(secret: string): Spelling[] {
  const utf8 = Buffer.from(secret, "utf8");
  const utf16 = Buffer.from(secret, "utf16le");
  const texts = [
    secret,
    utf8.toString("hex"),
    // The bytes of a body that is not UTF-8, which a recording redacts as latin1.
    utf8.toString("latin1"),
    utf16.toString("latin1"),
    utf16.swap16().toString("latin1"),
    // Markup leaves out what it cannot represent.
    escapeMarkup(secret),
  ];
  const plain = texts.map((text): Spelling => ({ text, before: false, after: false }));
  const all = [...plain, ...[0, 1, 2].flatMap((offset) => base64Of(utf8, offset))];
  // A secret may itself look escaped: then decoding a text changes it there as well.
  const decodedToo = all.flatMap((one) => [...views(one.text)].map(({ text }) => ({ ...one, text: folded(text) })));
  const longEnough = decodedToo.filter(({ text }) => text.length >= minSecretLength);
  return [...new Map(longEnough.map((one) => [one.text, one])).values()];
}

/** A shorter text in base64 would be found by chance. */
const minBase64Length = 8;

/** Base64 of a secret that follows so many bytes, modulo three: the characters that no other byte has a part in. */
function base64Of(utf8: Buffer, offset: number): Spelling[] {
  const bits = (offset + utf8.length) * 8;
  const bytes = Buffer.concat([Buffer.alloc(offset), utf8]);
  const edges = { before: offset > 0, after: bits % 6 > 0 };
  return (["base64", "base64url"] as const)
    .map((encoding) => bytes.toString(encoding).slice(Math.ceil((offset * 8) / 6), Math.floor(bits / 6)))
    .filter((text) => offset === 0 || text.length >= minBase64Length)
    .map((text) => ({ text, ...edges }));
}

/** The same for letters of either case, and for a plus, which is a space in a query. As long as the text. */
const folded = (text: string): string => text.replaceAll("\u0130", "i").toLowerCase().replaceAll("+", " ");

/** A text, or what it says once decoded. */
interface View {
  text: string;
  /** Where the character at an index comes from in the original text, or where the escape starts that it was decoded from. */
  origin: (index: number) => number;
}

const maxDepth = 4;

/** A text, and what it says after decoding its escapes once, twice and so on. */
function* views(text: string): Generator<View> {
  let view: View | undefined = { text, origin: (index) => index };
  for (let depth = 0; view !== undefined && depth <= maxDepth; depth += 1) {
    yield view;
    view = decoded(view);
  }
}

/** Decodes every escape of a text once; undefined if it has none. */
function decoded({ text, origin }: View): View | undefined {
  if (!/[\\&%~']/.test(text)) return undefined;
  const parts: string[] = [];
  // After each escape: the index in the decoded text, and how much further the text is from there.
  const ends: number[] = [];
  const shifts: number[] = [];
  let copied = 0;
  let shift = 0;
  for (let at = 0; at < text.length; at += 1) {
    const found = readEscape(text, at);
    if (found === undefined) continue;
    if (copied < at) parts.push(text.slice(copied, at));
    parts.push(found.character);
    copied = at + found.length;
    shift += found.length - found.character.length;
    ends.push(copied - shift);
    shifts.push(shift);
    at = copied - 1;
  }
  if (copied === 0) return undefined;
  parts.push(text.slice(copied));
  return { text: parts.join(""), origin: (index) => origin(index + (shifts[lastUpTo(index, ends)] ?? 0)) };
}

/** The position of the last of these numbers, in ascending order, that is at most `limit`; -1 if none is. */
function lastUpTo(limit: number, numbers: readonly number[]): number {
  let low = -1;
  let high = numbers.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? 0) <= limit) low = middle;
    else high = middle;
  }
  return low;
}

interface Escape {
  character: string;
  /** How many characters it takes. */
  length: number;
}

/** Reads an escape of JSON, XML, HTML, URLs, JSON pointers or a quoted text of a shell, if one starts there. */
function readEscape(text: string, at: number): Escape | undefined {
  switch (text.charCodeAt(at)) {
    case 0x5c:
      return readBackslash(text, at);
    case 0x26:
      return readReference(text, at);
    case 0x25:
      return readPercent(text, at);
    case 0x7e: // ~0 and ~1 (RFC 6901, section 3)
      return text[at + 1] === "0" ? of("~", 2) : text[at + 1] === "1" ? of("/", 2) : undefined;
    case 0x27:
      return text.startsWith("'\\''", at) ? of("'", 4) : undefined;
    default:
      return undefined;
  }
}

const of = (character: string, length: number): Escape => ({ character, length });

const ofCode = (code: number, length: number): Escape | undefined =>
  code <= 0x10ffff ? of(String.fromCodePoint(code), length) : undefined;

const oneLetter: Readonly<Record<string, string>> = {
  ...{ '"': '"', "\\": "\\", "/": "/", "'": "'" },
  ...{ b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" },
};

function readBackslash(text: string, at: number): Escape | undefined {
  const letter = text[at + 1] ?? "";
  const character = oneLetter[letter];
  if (character !== undefined) return of(character, 2);
  const code = letter === "u" ? hexadecimal(text, at + 2, 4) : undefined;
  return code === undefined ? undefined : of(String.fromCharCode(code), 6);
}

const names: readonly (readonly [name: string, character: string])[] = [
  ["amp;", "&"],
  ["lt;", "<"],
  ["gt;", ">"],
  ["quot;", '"'],
  ["apos;", "'"],
];

/** Numbers may have zeros in front. No digit is read twice: none is an `&`, with which the next reference starts. */
function readReference(text: string, at: number): Escape | undefined {
  if (text[at + 1] !== "#") {
    for (const [name, character] of names) if (text.startsWith(name, at + 1)) return of(character, name.length + 1);
    return undefined;
  }
  const isHex = text[at + 2] === "x" || text[at + 2] === "X";
  const base = isHex ? 16 : 10;
  const start = at + (isHex ? 3 : 2);
  let code = 0;
  let end = start;
  for (let digit = digitAt(text, end); digit < base; digit = digitAt(text, end)) {
    code = code * base + digit;
    end += 1;
  }
  // Browsers read it without a semicolon, too.
  return end === start ? undefined : ofCode(code, end + (text[end] === ";" ? 1 : 0) - at);
}

/** `%75`, the bytes of a character in UTF-8, or `%u0075`. */
function readPercent(text: string, at: number): Escape | undefined {
  if (text[at + 1] === "u" || text[at + 1] === "U") {
    const code = hexadecimal(text, at + 2, 4);
    return code === undefined ? undefined : of(String.fromCharCode(code), 6);
  }
  const first = hexadecimal(text, at + 1, 2);
  if (first === undefined) return undefined;
  if (first < 0x80) return of(String.fromCharCode(first), 3);
  const count = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  let code = first & (0xff >> (count + 1));
  for (let index = 1; index < count; index += 1) {
    const byte = text[at + 3 * index] === "%" ? hexadecimal(text, at + 3 * index + 1, 2) : undefined;
    if (byte === undefined || (byte & 0xc0) !== 0x80) return undefined;
    code = (code << 6) | (byte & 0x3f);
  }
  return ofCode(code, 3 * count);
}

function hexadecimal(text: string, at: number, digits: number): number | undefined {
  let value = 0;
  for (let index = at; index < at + digits; index += 1) {
    const digit = digitAt(text, index);
    if (digit >= 16) return undefined;
    value = value * 16 + digit;
  }
  return value;
}

/** The value of a digit, up to 15; more than that for anything else. */
function digitAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const letter = code | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x61 + 10 : Number.POSITIVE_INFINITY;
}

type Span = readonly [start: number, end: number];

const isBase64 = /[\w+/-]/;

/** Where the spellings are in a text, in all of its views. */
function findAll(text: string, spellings: readonly Spelling[]): Span[] {
  const spans: Span[] = [];
  for (const { text: seen, origin } of views(text)) {
    const searched = folded(seen);
    for (const spelling of spellings) {
      const { length } = spelling.text;
      for (let at = searched.indexOf(spelling.text); at >= 0; at = searched.indexOf(spelling.text, at + length)) {
        const start = spelling.before && isBase64.test(seen[at - 1] ?? "") ? at - 1 : at;
        const end = at + length + (spelling.after && isBase64.test(seen[at + length] ?? "") ? 1 : 0);
        spans.push([origin(start), origin(end)]);
      }
    }
  }
  return spans;
}

function withoutSpans(text: string, spans: readonly Span[]): string {
  if (spans.length === 0) return text;
  const parts: string[] = [];
  let rest = 0;
  for (const [start, end] of spans.toSorted((one, other) => one[0] - other[0] || other[1] - one[1])) {
    if (end <= rest) continue;
    // What overlaps the one before belongs to the same secret.
    if (start >= rest) parts.push(text.slice(rest, start), redacted);
    rest = end;
  }
  parts.push(text.slice(rest));
  return parts.join("");
}
