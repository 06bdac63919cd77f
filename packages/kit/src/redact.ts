/** Replaces the secrets in a text. */
export type Redact = (text: string) => string;

/** Replaces a secret. */
export const redacted = "[redacted]";

/**
 * Minimum length of a secret: a shorter one would be redacted inside ordinary words, and nothing could be read. Core has a limit of its
 * own, which a test holds to this one.
 */
export const minSecretLength = 4;

/**
 * Redacts secrets wherever a text has one, in either case: as they are, in base64 or hexadecimal, and with any of their letters escaped,
 * each in another way, as in URLs, JSON, HTML and XML. What is sought is made from each secret once.
 */
export function redactor(secrets: readonly string[]): Redact {
  const usable = secrets.filter(({ length }) => length >= minSecretLength);
  const texts = [...new Set(usable.flatMap(spellingsOf).map(folded))].filter(({ length }) => length >= minSecretLength);
  // A pattern of a longer one would take too long to compile: it is sought as it is, and as a whole.
  const patterns = usable
    .filter(({ length }) => length <= maxPatternLength)
    .map((one) => new RegExp([...one].map(letterPattern).join(""), "gi"));
  return (text) => withoutSpans(text, [...findTexts(text, texts), ...findPatterns(text, patterns)]);
}

/** Redacts secrets that become more while it is used, such as tokens. */
export function growingRedactor(secrets: readonly string[]): { redact: Redact; add: (secret: string) => void } {
  const all = [...secrets];
  let redact = redactor(all);
  return {
    redact: (text) => redact(text),
    add: (secret) => {
      all.push(secret);
      redact = redactor(all);
    },
  };
}

const maxPatternLength = 1_000;

/** How services write a whole secret. */
function spellingsOf(secret: string): string[] {
  const utf8 = Buffer.from(secret, "utf8");
  const quoted = JSON.stringify(secret).slice(1, -1);
  // Padding may be left out.
  const base64 = utf8.toString("base64").replace(/=+$/, "");
  return [
    ...[secret, quoted, quoted.replaceAll("/", "\\/"), inMarkup(secret)].flatMap((text) => [
      text,
      text.replaceAll("'", "'\\''"),
    ]),
    encodeURIComponent(secret.replace(/\p{Cs}/gu, "\ufffd")),
    utf8.toString("hex"),
    base64,
    base64.replaceAll("+", "-").replaceAll("/", "_"),
    // The bytes of a body that is not UTF-8, which a recording redacts as latin1.
    utf8.toString("latin1"),
  ];
}

/** As HTML and XML write it. */
const inMarkup = (text: string): string => text.replace(/[&<>"]/g, (letter) => `&${entities[letter]};`);

const entities: Readonly<Record<string, string>> = { "&": "amp", "<": "lt", ">": "gt", '"': "quot", "'": "apos" };

/** A pattern for a letter as it is, and as URLs, JSON, HTML and XML escape it. No text is read by it in two ways. */
function letterPattern(letter: string): string {
  const hexOf = (code: number, digits: number): string => code.toString(16).padStart(digits, "0");
  const code = letter.codePointAt(0) ?? 0;
  const units = letter.split("").map((unit) => hexOf(unit.charCodeAt(0), 4));
  const itself = units.map((unit) => `\\u${unit}`).join("");
  const escapes = [
    [...Buffer.from(letter)].map((byte) => `%${hexOf(byte, 2)}`).join(""),
    units.map((unit) => `\\\\u${unit}`).join(""),
    `&#(?:x0{0,4}${hexOf(code, 1)}|0{0,4}${code});`,
    ...(entities[letter] === undefined ? [] : [`&${entities[letter]};`]),
    ...(letter === " " ? ["\\+"] : []),
  ];
  // JSON may write a backslash before a letter. Two of them would be read in two ways: such JSON is sought as a whole.
  return `(?:${escapes.join("|")}|${letter === "\\" ? "" : "\\\\?"}${itself})`;
}

/** The same for letters of either case. As long as the text: `toLowerCase` makes two letters of one. */
const folded = (text: string): string => text.replaceAll("\u0130", "i").toLowerCase();

type Span = readonly [start: number, end: number];

function findTexts(text: string, sought: readonly string[]): Span[] {
  const searched = sought.length === 0 ? "" : folded(text);
  return sought.flatMap((spelling) => {
    const spans: Span[] = [];
    for (let at = searched.indexOf(spelling); at >= 0; at = searched.indexOf(spelling, at + spelling.length))
      spans.push([at, at + spelling.length]);
    return spans;
  });
}

const findPatterns = (text: string, patterns: readonly RegExp[]): Span[] =>
  patterns.flatMap((pattern) =>
    Array.from(text.matchAll(pattern), ({ index, 0: found }): Span => [index, index + found.length]),
  );

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
