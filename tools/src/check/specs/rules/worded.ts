import { readProse, readSpec } from "../../../specs/files.ts";
import { isObject } from "../../../specs/openapi.ts";
import type { Rule } from "../problem.ts";

/** Each name in backticks that README.md has about the contract's contents is in one of the specs; its tables are generated. */
export const worded: Rule = (document, folder) => {
  const sdl = readSpec(folder, "court-cases.graphql").replace(/"[^"]*"|#.*/g, "");
  const known = new Set([...wordsOf(document), ...wordsOf(sdl)]);
  const contents = readProse(folder)
    .split(/^(?=## )/m)
    .filter((part) => /^## [2-5]\. /.test(part));
  const unknown = [...contents.join("").matchAll(/`([^`\n]+)`/g)].filter(
    ([, text = ""]) => !/\.(yaml|graphql)$/.test(text) && wordsOf(text).some((word) => !known.has(word)),
  );
  const messages = unknown.map(([name]) => `README.md names ${name}, which the specs do not have.`);
  return [...new Set(messages)].map((message) => ({ at: [], message }));
};

/** Every word in the keys and texts of a document, but not in descriptions, which may name what is gone. */
function wordsOf(node: unknown): string[] {
  if (typeof node !== "object" || node === null) return String(node).match(/[\w-]+/g) ?? [];
  // A field may have such a name, too: then it has a schema.
  const said = Object.entries(node).filter(
    ([key, value]) => !["description", "summary", "tags"].includes(key) || isObject(value),
  );
  return said.flatMap(([key, value]) => [...wordsOf(key), ...wordsOf(value)]);
}
