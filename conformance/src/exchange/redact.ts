/** Stands in the place of a secret. */
export const redacted = "[redacted]";

/** Characters that a secret has at least: a shorter text stands in words by chance, and without it no report can be read. */
export const shortestSecret = 4;

/**
 * Takes secrets out of a text by their value, wherever they stand and however they are written: plain, percent-encoded,
 * escaped for JSON or XML, in base64, or as the bytes of another encoding.
 */
export function redactor(secrets: readonly string[]): (text: string) => string {
  const spellings = [...new Set(secrets.filter((secret) => secret !== "").flatMap(spell))].sort(
    (a, b) => b.length - a.length,
  );
  if (spellings.length === 0) return (text) => text;
  const pattern = new RegExp(spellings.map(escapePattern).join("|"), "gi");
  return (text) => text.replace(pattern, redacted);
}

function spell(secret: string): string[] {
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
    // Without its padding: the end of a base64 text changes with what follows.
    utf8.toString("base64").replace(/=+$/, ""),
    utf8.toString("base64url"),
    utf8.toString("hex"),
    // Bytes of a body in UTF-16, as a recording looks at them.
    Buffer.from(secret, "utf16le").toString("latin1"),
    Buffer.from(secret, "utf16le").swap16().toString("latin1"),
  ];
}

const escapePattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/-]/g, "\\$&");
