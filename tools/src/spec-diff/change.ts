/** A change of the contract: as a comparison finds it, and as the reports have it. */
import { type GraphqlRule, graphqlRules } from "./graphql-rules.ts";
import { type RestRule, restRules } from "./rest-rules.ts";
import { type Audience, audiences, type Release, type Rule, type Verdict, verdicts } from "./rule.ts";

/** A is REST, B is GraphQL. */
export type Interface = "A" | "B";

/** The same part of the old and of the new specs. */
export interface Both<Part> {
  before: Part;
  after: Part;
}

/** The rule that explains a difference, and the facts that the rule's texts name, besides the subject. */
export interface Explained {
  rule: RestRule | GraphqlRule;
  facts?: Record<string, string>;
}

/** How users of the clients notice a breaking change: their code no longer compiles, or it compiles and behaves differently. */
export type Noticed = "compile" | "run";

/** A difference of the contract that a comparison found. */
export interface Finding extends Explained {
  /** The wire name that changed, such as `gfi.godina_izvjestaja` or `GET /sud`. */
  subject: string;
  /** Ids of the REST operations, and names of the shipped GraphQL operations, that it affects. */
  operations: string[];
  /** The id of the rule in reports, where the table has none of its own. */
  id?: string;
  /** If it is not noticed as the rule says. */
  noticed?: Noticed;
  /** It changes a document that the GraphQL client ships, not what servers serve. */
  documents?: true;
  /** Where it is in the OpenAPI document, in the words of oasdiff, if the subject is no key of the document. */
  at?: readonly string[];
}

/** What its rule says about a finding: the texts of the rule, with the facts of this change. */
export interface Change extends Pick<Finding, "subject" | "operations" | "documents" | "at"> {
  interface: Interface;
  /** Permanent id of the rule, such as `field-removed`. */
  rule: string;
  verdict: Verdict;
  noticed?: Noticed;
  /** Only descriptions, examples or other documentation changed. */
  documentation?: true;
  /** It affects no list that the mirror copies. */
  uncopied?: true;
  /** One sentence, with wire names in backticks. */
  message: string;
  /** What each affected audience has to do. */
  todo: Partial<Record<Audience, string>>;
  release: readonly Release[];
}

const rulesOf: Readonly<Record<Interface, Partial<Record<Explained["rule"], Rule>>>> = {
  A: restRules,
  B: graphqlRules,
};

/** @throws Error when the interface has no such rule, or the finding lacks a fact that a text of the rule names. */
export function judge(of: Interface, finding: Finding): Change {
  const { rule: key, id = key.split(" ")[0] ?? key, facts = {}, ...found } = finding;
  const rule = rulesOf[of][key];
  if (rule === undefined) throw new Error(`There is no rule ${key}.`);
  const known: Record<string, string> = { ...facts, subject: found.subject };
  const fill = (text: string): string =>
    text.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      const fact = known[name];
      if (fact === undefined) throw new Error(`The rule ${key} needs the fact ${name}.`);
      return fact;
    });
  const todo = audiences.flatMap((audience) => {
    const advice = rule[audience];
    return advice === undefined ? [] : [[audience, fill(advice)] as const];
  });
  return {
    interface: of,
    rule: id,
    ...byVerdict[rule.verdict],
    ...found,
    message: fill(rule.says),
    todo: Object.fromEntries(todo),
    release: rule.release ?? [],
  };
}

const byVerdict: Readonly<Record<Rule["verdict"], Pick<Change, "verdict" | "noticed" | "documentation">>> = {
  breaking: { verdict: "breaking" },
  "breaking (compile)": { verdict: "breaking", noticed: "compile" },
  "breaking (run)": { verdict: "breaking", noticed: "run" },
  risky: { verdict: "risky" },
  safe: { verdict: "safe" },
  documentation: { verdict: "safe", documentation: true },
};

/** `a` or `b`, as code. */
export const either = (names: string[]): string => `\`${names.join("` or `")}\``;

/** Sorts changes, worst first, and merges equal ones into one with all their operations. */
export function sortAndMerge(changes: Change[]): Change[] {
  const merged = new Map<string, Change>();
  for (const change of changes) {
    const key = JSON.stringify([change.interface, change.rule, change.subject, change.message]);
    const operations = [...(merged.get(key)?.operations ?? []), ...change.operations];
    merged.set(key, { ...change, operations: [...new Set(operations)].sort() });
  }
  const rank = ({ verdict, documentation }: Change): number => verdicts.indexOf(verdict) + (documentation ? 1 : 0);
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
