/** By which names a changeset tells of a change. */
import type { ApiChange } from "./compare.ts";

/**
 * The names that tell of a change together, as they are written: its subject, in full. What many operations may have one of, such as
 * a parameter or a header, is told of with the operations that it is about; what has no name of its own, such as an address, with what
 * stands in its message; and a GraphQL type that is gone as a type, because changes of fields name types too.
 */
export function namesOf({ subject, message, operations, documentation, part, ...change }: ApiChange): string[] {
  const quoted = [...message.matchAll(/`[^`]+`/g)].map(([name]) => name);
  const nameless = ["servers", "security"].includes(subject) || subject.startsWith("/");
  if (nameless && quoted.length > 0) return quoted;
  if (change.interface === "B" && /type-(removed|name-gone)$/.test(change.rule)) return [`type \`${subject}\``];
  return [subject, ...(part && !documentation ? operations : [])].map((name) => `\`${name}\``);
}

/** Whether a paragraph or a list item of the text has all names of the change. */
export function tellsOf(text: string, change: ApiChange): boolean {
  const names = namesOf(change);
  return text.split(/\n\s*\n|\n(?=\s*[-*] )/).some((statement) => {
    // Operations in brackets are those that a change hits: it is not the operation that changed.
    const told = change.part ? statement : statement.replace(/\((?:`[^`]+`(?:, )?)+\)/g, "");
    return names.every((name) => mentions(told, name));
  });
}

/** A name with a dot is one without its backticks too; others, such as `limit` or `status`, are words where they have none. */
function mentions(text: string, name: string): boolean {
  const bare = name.slice(1, -1);
  if (!bare.includes(".")) return text.includes(name);
  const escaped = bare.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`(?<![\\w.@$/-])${escaped}(?![\\w/-]|\\.\\w)`).test(text);
}
