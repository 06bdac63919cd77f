/** Removes the characters that XML 1.0 cannot represent: controls, lone surrogates, two noncharacters. */
export function writableInXml(text: string): string {
  return text.replace(/(?![\t\n\r])[\p{Cc}\p{Cs}\ufffe\uffff]/gu, "");
}

/** Escapes text for XML and HTML, in elements and attributes. */
export function escapeMarkup(text: string): string {
  return writableInXml(text)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
