/** What stands in the place of a secret. */
const mark = "[redacted]";

/** Letters that a secret has at least: a shorter one would be found within words, and no message could be read. */
const minSecretLength = 4;

/** How a character is escaped, given its code in hexadecimal digits: in a URL, in JSON, in HTML and XML. */
const escapes: readonly ((code: string) => string)[] = [
  (code) => `%${code}`,
  (code) => `\\u00${code}`,
  (code) => `&#x${code};`,
  (code) => `&#${Number.parseInt(code, 16)};`,
];

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

/** The ways in which services write a secret: as it is, with the characters escaped that need it or with all, in base64, in hex. */
function spellings(secret: string): string[] {
  const codeOf = (character: string): string => character.charCodeAt(0).toString(16).padStart(2, "0");
  const quoted = JSON.stringify(secret).slice(1, -1);
  const html = secret.replace(/[&<>"]/g, (character) => entities[character] ?? "");
  // Padding may be left out.
  const base64 = btoa(secret).replace(/=+$/, "");
  const standard = [
    secret,
    encodeURIComponent(secret),
    new URLSearchParams({ "": secret }).toString().slice("=".length),
    new URL(`http://host/?${secret}`).search.slice("?".length),
    quoted,
    quoted.replaceAll("/", "\\/"),
    html,
    html.replaceAll("'", "&apos;"),
    [...secret].map(codeOf).join(""),
    base64,
    base64.replaceAll("+", "-").replaceAll("/", "_"),
  ];
  const escaped = escapes.flatMap((write) =>
    [/\W/g, /./gs].map((which) => secret.replace(which, (character) => write(codeOf(character)))),
  );
  return [...standard, ...escaped];
}

/** In lower case, with as many characters as before: `toLowerCase` makes two of some. */
const lower = (text: string): string => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

/**
 * Makes a function that removes secrets from a text, in capitals or not: as they are, in base64 or in hexadecimal digits, and with
 * the characters escaped that need it, or all of them, as in URLs, JSON, HTML and XML. A secret of fewer than four letters is not
 * found, nor is one that was escaped twice.
 *
 * It takes time in proportion to the text. Redact before you truncate: half a secret is one too.
 */
export function redactor(secrets: readonly string[]): (text: string) => string {
  const long = secrets.filter((secret) => secret.length >= minSecretLength);
  // A part of a secret that a URL takes for something else may be short.
  const sought = [...new Set(long.flatMap(spellings).map(lower))].filter(({ length }) => length >= minSecretLength);
  return (text) => (sought.length > 0 ? redact(text, sought) : text);
}

function redact(text: string, sought: readonly string[]): string {
  const searched = lower(text);
  const found: { from: number; to: number }[] = [];
  for (const spelling of sought)
    for (let at = searched.indexOf(spelling); at >= 0; at = searched.indexOf(spelling, at + spelling.length))
      found.push({ from: at, to: at + spelling.length });
  if (found.length === 0) return text;
  let kept = "";
  let position = 0;
  for (const { from, to } of found.sort((one, other) => one.from - other.from)) {
    if (from >= position) kept += text.slice(position, from) + mark;
    position = Math.max(position, to);
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
