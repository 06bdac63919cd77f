/** Replaces the secrets in a text. */
export type Redact = (text: string) => string;

/** Replaces a secret. */
export const redacted = "[redacted]";

/** Minimum length of a secret: a shorter one would be redacted inside ordinary words, and no report could be read. */
export const minSecretLength = 4;

/**
 * Redacts secrets by their value, wherever they occur and however they are encoded: plain, percent-encoded, escaped for JSON or
 * XML, in base64 or hexadecimal, or as the bytes of another encoding.
 */
export function redactor(secrets: readonly string[]): Redact {
  const spellings = [...new Set(secrets.filter((secret) => secret !== "").flatMap(spellingsOf))].sort(
    (a, b) => b.length - a.length,
  );
  if (spellings.length === 0) return (text) => text;
  const pattern = new RegExp(spellings.map(escapePattern).join("|"), "gi");
  return (text) => text.replace(pattern, redacted);
}

function spellingsOf(secret: string): string[] {
  const utf8 = Buffer.from(secret, "utf8");
  const everyByte = [...utf8].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");
  const markup = secret.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  return [
    secret,
    encodeURIComponent(secret),
    new URLSearchParams([["", secret]]).toString().slice(1),
    everyByte,
    JSON.stringify(secret).slice(1, -1),
    markup,
    markup.replaceAll('"', "&quot;").replaceAll("'", "&apos;"),
    markup.replaceAll('"', "&quot;").replaceAll("'", "&#39;"),
    // Without padding, which base64 has only at the end of a text.
    utf8.toString("base64").replace(/=+$/, ""),
    utf8.toString("base64url"),
    utf8.toString("hex"),
    // The bytes of a body in UTF-16, which a recording redacts as latin1.
    Buffer.from(secret, "utf16le").toString("latin1"),
    Buffer.from(secret, "utf16le").swap16().toString("latin1"),
  ];
}

const escapePattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/-]/g, "\\$&");
