import { escapeMarkup } from "../markup.ts";

/** Replaces the secrets in a text. */
export type Redact = (text: string) => string;

/** Replaces a secret. */
export const redacted = "[redacted]";

/** Minimum length of a secret: a shorter one would be redacted inside ordinary words, and no report could be read. */
export const minSecretLength = 4;

/** Maximum length of a secret, and of its UTF-8: hardly a server accepts a longer header, and not every spelling could be redacted. */
export const maxSecretLength = 10_000;
export const maxSecretBytes = 12_000;

/** An expression that is longer than this cannot be compiled, in V8. */
const maxSpelling = 32_000;

/**
 * Redacts secrets by their value, wherever they occur and however they are encoded: plain, percent-encoded, escaped for JSON, XML,
 * JSON pointers or shells, in hexadecimal, in base64 even within a longer text, or as the bytes of another encoding.
 */
export function redactor(secrets: readonly string[]): Redact {
  // One that is far too long is refused, and no message quotes it.
  const isUsable = (secret: string): boolean => secret !== "" && Buffer.byteLength(secret) <= maxSecretBytes;
  const known = [...new Set(secrets)].filter(isUsable).sort((a, b) => b.length - a.length);
  // Each spelling of the longest ones by itself: one expression for all of them is several times slower.
  const isLong = ({ length }: string): boolean => length > maxSpecial;
  const short = known.filter((one) => !isLong(one)).flatMap(patternsOf);
  const sources = [...known.filter(isLong).flatMap(patternsOf), ...(short.length === 0 ? [] : [short.join("|")])];
  const patterns = sources.map((source) => new RegExp(source, "gi"));
  return (text) => patterns.reduce((rest, pattern) => rest.replace(pattern, redacted), text);
}

function patternsOf(secret: string): string[] {
  const utf8 = Buffer.from(secret, "utf8");
  const everyByte = [...utf8].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");
  const json = JSON.stringify(secret).slice(1, -1);
  const spellings = [
    // A half of a surrogate pair, which cannot be encoded, is refused, and the message that says so is redacted too.
    encodeURIComponent(secret.toWellFormed()),
    new URLSearchParams([["", secret]]).toString().slice(1),
    everyByte,
    json,
    // As a shell quotes it, in the body of a request that a finding repeats.
    json.replaceAll("'", "'\\''"),
    utf8.toString("hex"),
    // The bytes of a body in UTF-16, which a recording redacts as latin1.
    Buffer.from(secret, "utf16le").toString("latin1"),
    Buffer.from(secret, "utf16le").swap16().toString("latin1"),
    secret,
    escapeMarkup(secret),
  ];
  const special = secret.match(/\W/g)?.length ?? 0;
  return [
    ...(special > maxSpecial ? [] : [secret.replace(/\W/g, escapedForms)]),
    ...new Set(spellings.filter(({ length }) => length <= maxSpelling).map(escapePattern)),
    ...[0, 1, 2].flatMap((offset) => base64Pattern(utf8, offset)),
  ];
}

const escapePattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/-]/g, "\\$&");

/** Of more, only the usual spellings are searched for: an expression for every escape of each would take more stack than there is. */
const maxSpecial = 1_000;

/** Characters that have an escape of their own, besides those with a code or a name: `%2B`, `\u002B`, `&#43;`, `&quot;`. */
const ownEscapes: Readonly<Record<string, string>> = { "/": "|~1", "~": "|~0" };

/**
 * Matches a character that is no letter or digit, however it is escaped, also twice. Every alternative starts with such a character,
 * and none has two in itself, or matching could take exponential time.
 */
const escapedForms = (character: string): string => {
  const plain = `\\\\{0,3}${escapePattern(character)}`;
  // Percent-encoded, it is several bytes, between characters that may stay as they are. A half of a surrogate pair has none.
  if (/[\x80-\ud7ff\ue000-\uffff]/.test(character))
    return `(?:${plain}|\\\\{0,3}[&\\\\][\\w#;]{2,10}?|%u\\w{4}|${encodeURIComponent(character)})`;
  return `(?:${plain}|\\\\{0,3}[%&\\\\][\\w#;]{2,10}?${ownEscapes[character] ?? ""})`;
};

/** A shorter one would be found by chance. */
const minBase64Length = 8;

/**
 * Matches base64 of a text in which the secret follows so many bytes, modulo three. Where it does not begin or end with a character
 * of base64, that one has bits of it too.
 */
function base64Pattern(utf8: Buffer, offset: number): string[] {
  const start = Math.ceil((offset * 8) / 6);
  const bits = (offset + utf8.length) * 8;
  const text = Buffer.concat([Buffer.alloc(offset), utf8])
    .toString("base64")
    .slice(start, Math.floor(bits / 6));
  if (offset > 0 && text.length < minBase64Length) return [];
  const letters = escapePattern(text)
    .replace(/\+|\\\+/g, "[+-]")
    .replace(/\\\//g, "[/_]");
  const one = "[\\w+/-]?";
  return [`${offset > 0 ? one : ""}${letters}${bits % 6 > 0 ? one : ""}`];
}
