/** What a rule says of a change: `rest-rules.ts` and `graphql-rules.ts` have them all, and `rules.md` shows them as tables. */

/** How badly a change affects users of the last release. */
export type Verdict = (typeof verdicts)[number];

/** From worst to best. */
export const verdicts = ["breaking", "risky", "safe"] as const;

/** Who a change can affect: users of the REST clients, users of the GraphQL client, and operators of a server for the contract. */
export type Audience = (typeof audiences)[number];

export const audiences = ["rest", "graphql", "servers"] as const;

/** As in reports. */
export const audienceNames: Readonly<Record<Audience, string>> = {
  rest: "REST client users",
  graphql: "GraphQL users",
  servers: "servers",
};

/** What a change does, to whom, and what each of them has to do. Texts have names of facts in braces. */
export interface Rule extends Readonly<Partial<Record<Audience, string>>> {
  /**
   * In brackets, how users of the clients notice a breaking change: their code no longer compiles, or it compiles and behaves
   * differently. A change of documentation is safe, and nothing but words changed.
   */
  verdict: Verdict | "breaking (compile)" | "breaking (run)" | "documentation";
  /** The change in one sentence. */
  says: string;
  /** What graphql-inspector calls the change; with a level, if the rule is only for that. */
  foundAs?: readonly string[];
  /**
   * What matters to the bumps of packages: only names in the clients change and requests stay the same; options and baselines of the
   * suite use the name; a server that stays as it is still passes the suite.
   */
  release?: readonly Release[];
}

export type Release = "client names" | "suite names" | "optional";

/** Rules that belong together, as `rules.md` shows them. A word after a rule's name tells variants of one apart. */
export interface Section {
  title: string;
  about?: string;
  rules: Readonly<Record<string, Rule>>;
}
