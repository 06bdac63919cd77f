/** Text without the characters that XML 1.0 has no way to write: controls, lone surrogates, two non-characters. */
export function writableInXml(text: string): string {
  return text.replace(/(?![\t\n\r])[\p{Cc}\p{Cs}\ufffe\uffff]/gu, "");
}

/** Text inside markup. */
export function escapeMarkup(text: string): string {
  return writableInXml(text)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
