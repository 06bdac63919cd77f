/** How much a change hurts those who use the last release. */
export type Verdict = (typeof verdicts)[number];

/**
 * From worst to best. `breaking`: code or a server that kept the last release's contract stops compiling or working. `risky`: it may,
 * depending on what it relies on or on the data. `safe`: it does not.
 */
export const verdicts = ["breaking", "risky", "safe"] as const;

/** Those whom a change can hit: users of the REST clients, users of GraphQL, and whoever runs a server that keeps the contract. */
export type Audience = (typeof audiences)[number];

export const audiences = ["rest", "graphql", "servers"] as const;

export const audienceNames: Readonly<Record<Audience, string>> = {
  rest: "REST client users",
  graphql: "GraphQL users",
  servers: "servers",
};

/** What a rule says about a change. */
export interface Judgement {
  /** Permanent name of the rule, such as `field-removed`. */
  rule: string;
  verdict: Verdict;
  /** How a user of the clients finds out about a breaking change: code no longer compiles, or it compiles and works differently. */
  noticed?: "compile" | "run";
  /** One sentence with wire names in backticks. */
  message: string;
  /** What each one hit has to do. Who is not here is not hit. */
  todo: Partial<Record<Audience, string>>;
  /** Only words, examples or other documentation changed. */
  documentation?: true;
}

/** A change of the contract, with its judgement. */
export interface Change extends Judgement {
  /** The wire name that changed, such as `gfi.godina_izvjestaja` or `GET /sud`. */
  subject: string;
  /** Ids of the REST operations, and names of the shipped GraphQL operations, that it reaches. */
  operations: string[];
  /** The subject is a part, such as a parameter, a header or a variable: other operations may have one of the same name. */
  part?: true;
  /** It is a change of the documents that the GraphQL client ships, not of what servers serve. */
  documents?: true;
}

/** The changes with the worst first, equal ones merged into one that names all operations. */
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

/** Who is hit by a change. */
export function hit({ todo }: Judgement): Audience[] {
  return audiences.filter((audience) => todo[audience] !== undefined);
}

/** The worst verdict of all, `safe` when there is none. */
export function worst(all: Judgement[]): Verdict {
  return verdicts.find((verdict) => all.some((one) => one.verdict === verdict)) ?? "safe";
}
