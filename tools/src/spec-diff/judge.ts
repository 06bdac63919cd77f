/** From what a comparison found to a change with a verdict: the rule that explains it, and the facts that the rule's texts name. */
import type { Change } from "./change.ts";
import type { Rules } from "./rules.ts";

/** A change that a comparison found, and the rule that explains it. */
export interface Finding extends Pick<Change, "subject" | "operations" | "noticed" | "part" | "documents"> {
  rule: string;
  /** In reports, where the table has no id of its own. */
  id?: string;
  /** The facts that the rule's texts name, besides the subject. */
  facts?: Record<string, string>;
}

/** @throws Error when the table lacks the rule, or the finding a fact that one of its texts names. */
export function judge(rules: Rules, finding: Finding): Change {
  const { rule: key, id = key.split(" ")[0] ?? key, facts = {}, ...change } = finding;
  const rule = rules.get(key);
  if (rule === undefined) throw new Error(`There is no rule ${key}.`);
  const { says, todo, foundAs: _, ...judgement } = rule;
  const known: Record<string, string> = { ...facts, subject: change.subject };
  const fill = (text: string): string =>
    text.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      const fact = known[name];
      if (fact === undefined) throw new Error(`The rule ${key} needs the fact ${name}.`);
      return fact;
    });
  const filled = Object.entries(todo).map(([audience, text]) => [audience, fill(text)]);
  return { ...judgement, ...change, rule: id, message: fill(says), todo: Object.fromEntries(filled) };
}

/** `a` or `b`, as code. */
export const either = (names: string[]): string => `\`${names.join("` or `")}\``;
