/** Replaces the secrets in a text. */
export type Redact = (text: string) => string;

/** Replaces a secret. */
export const redacted = "[redacted]";

/** Minimum length of a secret: a shorter one would be redacted inside ordinary words, and no report could be read. */
export const minSecretLength = 4;

/**
 * Redacts secrets by their value, wherever they occur and however they are encoded: plain, percent-encoded, escaped for JSON, XML,
 * JSON pointers or shells, in hexadecimal, in base64 even within a longer text, or as the bytes of another encoding.
 */
export function redactor(secrets: readonly string[]): Redact {
  const known = [...new Set(secrets)].filter((secret) => secret !== "").sort((a, b) => b.length - a.length);
  if (known.length === 0) return (text) => text;
  const pattern = new RegExp(known.flatMap(patternsOf).join("|"), "gi");
  return (text) => text.replace(pattern, redacted);
}

function patternsOf(secret: string): string[] {
  const utf8 = Buffer.from(secret, "utf8");
  const everyByte = [...utf8].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");
  const json = JSON.stringify(secret).slice(1, -1);
  const spellings = [
    encodeURIComponent(secret),
    new URLSearchParams([["", secret]]).toString().slice(1),
    everyByte,
    json,
    // As a shell quotes it, in the body of a request that a finding repeats.
    json.replaceAll("'", "'\\''"),
    utf8.toString("hex"),
    // The bytes of a body in UTF-16, which a recording redacts as latin1.
    Buffer.from(secret, "utf16le").toString("latin1"),
    Buffer.from(secret, "utf16le").swap16().toString("latin1"),
  ];
  return [
    secret.replace(/\W/g, escapedForms),
    ...new Set(spellings.map(escapePattern)),
    ...[0, 1, 2].flatMap((offset) => base64Pattern(utf8, offset)),
  ];
}

const escapePattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/-]/g, "\\$&");

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
