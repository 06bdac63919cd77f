/** The names by which a changeset declares a change. */
import type { ApiChange } from "./compare.ts";

/**
 * The names that declare a change together, as written: its full subject. A part that many operations may have, such as a parameter
 * or a header, is named with its operations; what has no name of its own, such as a server URL, by everything quoted in its message;
 * and a removed GraphQL type as a type, because changes of fields also name types.
 */
export function namesOf({ subject, message, operations, documentation, part, ...change }: ApiChange): string[] {
  const quoted = [...message.matchAll(/`[^`]+`/g)].map(([name]) => name);
  const nameless = ["servers", "security"].includes(subject) || subject.startsWith("/");
  if (nameless && quoted.length > 0) return quoted;
  if (change.interface === "B" && /type-(removed|name-gone)$/.test(change.rule)) return [`type \`${subject}\``];
  return [subject, ...(part && !documentation ? operations : [])].map((name) => `\`${name}\``);
}

/** The paragraphs and list items of a text. */
export const statementsOf = (text: string): string[] => text.split(/\n\s*\n|\n(?=\s*[-*] )/);

/** Whether one paragraph or list item of the text has all names of the change. */
export function declares(text: string, change: ApiChange): boolean {
  const names = namesOf(change);
  return statementsOf(text).some((statement) => {
    // Operations in parentheses are those that a change affects, not the ones that changed.
    const withoutAffected = change.part ? statement : statement.replace(/\((?:`[^`]+`(?:, )?)+\)/g, "");
    return names.every((name) => mentions(withoutAffected, name));
  });
}

/** Backticks are optional for a name with a dot; others, such as `limit` or `status`, could be plain words. */
function mentions(text: string, name: string): boolean {
  const bare = name.slice(1, -1);
  if (!bare.includes(".")) return text.includes(name);
  const escaped = bare.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`(?<![\\w.@$/-])${escaped}(?![\\w/-]|\\.\\w)`).test(text);
}
