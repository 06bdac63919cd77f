/** What stands in the place of a secret. */
const mark = "[redacted]";

/** Letters that a secret has at least: a shorter one would be found within words, and no message could be read. */
const minSecretLength = 4;

/**
 * Characters of a secret that are sought. Of a longer one, such as a token of two thousand, as many characters are removed as it has,
 * whatever they are: a pattern for all of them takes a quarter of a second to compile, and one for eight thousand cannot be.
 */
const sought = 48;

/** Names that HTML and XML have for characters. */
const entities: Readonly<Record<string, string>> = {
  "&": "amp",
  "<": "lt",
  ">": "gt",
  '"': "quot",
  "'": "apos",
  "/": "sol",
  "\\": "bsol",
  "+": "plus",
  "=": "equals",
  "(": "lpar",
  ")": "rpar",
};

/** A pattern for a character as URLs, JSON, HTML and XML escape it, and as it is. No text is read by it in two ways. */
function spellingsOf(character: string): string {
  const code = character.charCodeAt(0);
  const hex = code.toString(16).padStart(2, "0");
  const unicode = `u${hex.padStart(4, "0")}`;
  const entity = entities[character];
  const escapes = [
    `%${hex}`,
    `\\\\${unicode}`,
    `&#(?:x0{0,4}${hex}|0{0,4}${code});`,
    ...(entity ? [`&${entity};`] : []),
  ];
  // JSON may write a backslash before a character. Two of them would be read in two ways: such JSON is sought as a whole.
  return `(?:${escapes.join("|")}|${character === "\\" ? "" : "\\\\?"}\\${unicode})`;
}

/** The same for some characters, as they are. */
const literally = (text: string): string => text.replace(/[^A-Za-z0-9]/g, (character) => `\\${character}`);

/** The bytes of a secret in base64. Its padding may be left out, and URLs have letters of their own. */
const inBase64 = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replace(/=+$/, "")
    .replaceAll("+", "[+-]")
    .replaceAll("/", "[/_]");

/** A pattern for any character, however it is escaped: after a backslash, rather for one too many than for a part of one. */
const anySpelling = "\\\\*(?:u[0-9a-f]{4}|%[0-9a-f]{2}|&#?\\w{1,9};|[^])";

/** A pattern for all ways in which services write a secret. Each of its characters may be escaped in another way, or not at all. */
function patternOf(secret: string): RegExp {
  const head = secret.slice(0, sought);
  // As many bytes as make whole groups of base64.
  const bytes = new TextEncoder().encode(secret).slice(0, sought);
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const spelled = [Array.from(head, spellingsOf).join("")];
  if (head.includes("\\")) spelled.unshift(literally(JSON.stringify(head).slice(1, -1)));
  const left = secret.length - sought;
  const [rest, encodedRest] = left > 0 ? [`(?:${anySpelling}){0,${left}}`, "[\\w+/-]*"] : ["", ""];
  return new RegExp(`(?:${spelled.join("|")})${rest}|(?:${inBase64(bytes)}|${hex})${encodedRest}`, "gi");
}

/**
 * Makes a function that removes secrets from a text, in capitals or not: as they are, with any of their characters escaped as in
 * URLs, JSON, HTML and XML, in base64, or in hexadecimal digits. A secret of fewer than four letters is not found, nor is one that
 * was escaped twice.
 *
 * It takes time in proportion to the text. Redact before you truncate: half a secret is one too.
 */
export function redactor(secrets: readonly string[]): (text: string) => string {
  const patterns = secrets.filter((secret) => secret.length >= minSecretLength).map(patternOf);
  return (text) => redact(text, patterns);
}

function redact(text: string, patterns: readonly RegExp[]): string {
  const found = patterns.flatMap((pattern) => [...text.matchAll(pattern)]);
  let kept = "";
  let position = 0;
  // Secrets may overlap.
  for (const { index, 0: spelled } of found.sort((one, other) => one.index - other.index)) {
    if (index >= position) kept += text.slice(position, index) + mark;
    position = Math.max(position, index + spelled.length);
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
