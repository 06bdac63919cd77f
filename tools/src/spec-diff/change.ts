/** How badly a change affects users of the last release. */
export type Verdict = (typeof verdicts)[number];

/**
 * From worst to best. `breaking`: code, or a server, that follows the last release's contract stops compiling or working. `risky`:
 * it may, depending on what it relies on or on the data. `safe`: it does not.
 */
export const verdicts = ["breaking", "risky", "safe"] as const;

/** Who a change can affect: users of the REST clients, users of the GraphQL client, and operators of a server for the contract. */
export type Audience = (typeof audiences)[number];

export const audiences = ["rest", "graphql", "servers"] as const;

export const audienceNames: Readonly<Record<Audience, string>> = {
  rest: "REST client users",
  graphql: "GraphQL users",
  servers: "servers",
};

/** A rule's judgement of a change. */
export interface Judgement {
  /** Permanent id of the rule, such as `field-removed`. */
  rule: string;
  verdict: Verdict;
  /** How users of the clients notice a breaking change: their code no longer compiles, or it compiles and behaves differently. */
  noticed?: "compile" | "run";
  /** One sentence, with wire names in backticks. */
  message: string;
  /** What each affected audience has to do. One that is missing is not affected. */
  todo: Partial<Record<Audience, string>>;
  /** Only descriptions, examples or other documentation changed. */
  documentation?: true;
}

/** A change of the contract, with its judgement. */
export interface Change extends Judgement {
  /** The wire name that changed, such as `gfi.godina_izvjestaja` or `GET /sud`. */
  subject: string;
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
export function hit({ todo }: Judgement): Audience[] {
  return audiences.filter((audience) => todo[audience] !== undefined);
}

/** The worst verdict of all, `safe` if there are none. */
export function worst(all: Judgement[]): Verdict {
  return verdicts.find((verdict) => all.some((one) => one.verdict === verdict)) ?? "safe";
}
