/** A change as the reports have it. */
import { type Audience, audiences, type Rule, type Verdict, verdicts } from "./rules.ts";

/** A change of the contract, and what a rule says about it: the texts of the rule, with the facts of this change. */
export interface Change extends Pick<Rule, "verdict" | "noticed" | "documentation" | "release" | "todo"> {
  /** Permanent id of the rule, such as `field-removed`. */
  rule: string;
  /** The wire name that changed, such as `gfi.godina_izvjestaja` or `GET /sud`. */
  subject: string;
  /** One sentence, with wire names in backticks. */
  message: string;
  /** Ids of the REST operations, and names of the shipped GraphQL operations, that it affects. */
  operations: string[];
  /** The subject is a part of an operation, such as a parameter, a header or a variable: others may have one of the same name. */
  part?: true;
  /** It changes a document that the GraphQL client ships, not what servers serve. */
  documents?: true;
}

/** Sorts changes, worst first, and merges equal ones into one with all their operations. */
export function sortAndMerge<C extends Change>(changes: C[]): C[] {
  const merged = new Map<string, C>();
  for (const change of changes) {
    const key = JSON.stringify([change.rule, change.subject, change.message]);
    const operations = [...(merged.get(key)?.operations ?? []), ...change.operations];
    merged.set(key, { ...change, operations: [...new Set(operations)].sort() });
  }
  const rank = ({ verdict, documentation }: C): number => verdicts.indexOf(verdict) + (documentation ? 1 : 0);
  return [...merged.values()].sort((a, b) => rank(a) - rank(b) || a.subject.localeCompare(b.subject, "en"));
}

/** Who is affected by a change. */
export function hit({ todo }: Change): Audience[] {
  return audiences.filter((audience) => todo[audience] !== undefined);
}

/** The worst verdict of all, `safe` if there are none. */
export function worst(all: Pick<Change, "verdict">[]): Verdict {
  return verdicts.find((verdict) => all.some((one) => one.verdict === verdict)) ?? "safe";
}
