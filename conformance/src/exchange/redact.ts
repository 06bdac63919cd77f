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
 * Redacts secrets wherever a text has one of their spellings, in either case: as they are, in base64 or hexadecimal, and with the
 * letters escaped that need it, or all of them, as in URLs, JSON, HTML and XML. Each spelling is made once. A text is read in one
 * pass for each.
 */
export function redactor(secrets: readonly string[]): Redact {
  // One that is far too long to be sent is refused, and no message quotes it.
  const usable = secrets.filter((one) => one.length >= minSecretLength && Buffer.byteLength(one) <= maxSecretBytes);
  const sought = [...new Set(usable.flatMap(spellingsOf).map(folded))].filter(
    ({ length }) => length >= minSecretLength,
  );
  return (text) => (sought.length === 0 ? text : withoutSpans(text, findAll(text, sought)));
}

/** How a letter is escaped, by the unit of UTF-16 or the byte that it is. */
const escapes: readonly ((code: number) => string)[] = [
  (code) => `\\u${code.toString(16).padStart(4, "0")}`,
  (code) => `&#${code};`,
  (code) => `&#x${code.toString(16)};`,
];

function spellingsOf(secret: string): string[] {
  const utf8 = Buffer.from(secret, "utf8");
  const quoted = JSON.stringify(secret).slice(1, -1);
  const markup = escapeMarkup(secret);
  const ascii = (text: string): string => text.replace(/[^ -~]/g, (letter) => escapes[0]?.(letter.charCodeAt(0)) ?? "");
  // Padding may be left out.
  const base64 = utf8.toString("base64").replace(/=+$/, "");
  const written = [secret, quoted, ascii(quoted), markup]
    // A slash and an apostrophe may be escaped or not, the latter by a shell as well.
    .flatMap((text) => [text, text.replaceAll("/", "\\/"), text.replaceAll("'", "'\\''")])
    .concat([markup.replaceAll("'", "&#39;"), markup.replaceAll("'", "&apos;")]);
  const encoded = [
    encodeURIComponent(secret.toWellFormed()),
    new URLSearchParams({ "": secret }).toString().slice("=".length),
    [...utf8].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join(""),
    utf8.toString("hex"),
    base64,
    base64.replaceAll("+", "-").replaceAll("/", "_"),
    // The bytes of a body that is not UTF-8, which a recording redacts as latin1.
    utf8.toString("latin1"),
  ];
  const escaped = escapes.flatMap((write) =>
    [/\W/g, /./gs].map((which) => secret.replace(which, (letter) => write(letter.charCodeAt(0)))),
  );
  return [...written, ...encoded, ...escaped];
}

/** The same for letters of either case. As long as the text: `toLowerCase` makes two letters of one. */
const folded = (text: string): string => text.replaceAll("\u0130", "i").toLowerCase();

type Span = readonly [start: number, end: number];

/** Where the spellings are in a text. */
function findAll(text: string, sought: readonly string[]): Span[] {
  const searched = folded(text);
  return sought.flatMap((spelling) => {
    const spans: Span[] = [];
    for (let at = searched.indexOf(spelling); at >= 0; at = searched.indexOf(spelling, at + spelling.length))
      spans.push([at, at + spelling.length]);
    return spans;
  });
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
