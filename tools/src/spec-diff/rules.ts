/** The table of rules in `rules.md`, read: what a change does, to whom, and what they have to do. */
import { readFileSync } from "node:fs";

/** How badly a change affects users of the last release. */
export type Verdict = (typeof verdicts)[number];

/** From worst to best. */
export const verdicts = ["breaking", "risky", "safe"] as const;

/** Who a change can affect: users of the REST clients, users of the GraphQL client, and operators of a server for the contract. */
export type Audience = (typeof audiences)[number];

export const audiences = ["rest", "graphql", "servers"] as const;

/** As in reports, and in the head of the table. */
export const audienceNames: Readonly<Record<Audience, string>> = {
  rest: "REST client users",
  graphql: "GraphQL users",
  servers: "servers",
};

/** A row of the table. The texts have names of facts in braces. */
export interface Rule {
  verdict: Verdict;
  /** How users of the clients notice a breaking change: their code no longer compiles, or it compiles and behaves differently. */
  noticed?: "compile" | "run";
  /** Only descriptions, examples or other documentation changed. */
  documentation?: true;
  /** The change in one sentence. */
  says: string;
  /** What each affected audience has to do. */
  todo: Partial<Record<Audience, string>>;
  /** What graphql-inspector calls the change. */
  foundAs: readonly string[];
  release: readonly Release[];
}

/** What matters to the bumps of packages: `rules.md` says what each means. */
export type Release = (typeof releases)[number];

const releases = ["client names", "suite names", "optional"] as const;

/** Rules by id, with the word that tells variants of one apart. */
export type Rules = ReadonlyMap<string, Rule>;

const [, restText = "", graphqlText = ""] = readFileSync(new URL("rules.md", import.meta.url), "utf8").split(/^## /m);

export const restRules: Rules = readRules(restText);
export const graphqlRules: Rules = readRules(graphqlText);

/** @throws Error naming a row that is no rule. */
function readRules(section: string): Rules {
  const rules = new Map<string, Rule>();
  let columns: string[] = [];
  for (const line of section.split("\n").filter((one) => one.startsWith("| "))) {
    const cells = line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim());
    if (cells[0] === "rule") columns = cells;
    else if (cells.length !== columns.length || rules.has(cells[0] ?? "")) throw new Error(`No rule: ${line}`);
    else
      rules.set(
        cells[0] ?? "",
        readRule((column) => cells[columns.indexOf(column)] ?? "", line),
      );
  }
  return rules;
}

function readRule(cell: (column: string) => string, line: string): Rule {
  const { verdict, noticed } = /^(?<verdict>\w+)(?: \((?<noticed>compile|run)\))?$/.exec(cell("verdict"))?.groups ?? {};
  const found = verdicts.find((one) => one === verdict) ?? (verdict === "documentation" ? "safe" : undefined);
  const marks = list(cell("release"));
  const release = releases.filter((one) => marks.includes(one));
  if (found === undefined || cell("says") === "" || release.length < marks.length) throw new Error(`No rule: ${line}`);
  const todo = audiences.flatMap((audience) => {
    const advice = cell(audienceNames[audience]);
    return advice === "" ? [] : [[audience, advice]];
  });
  return {
    verdict: found,
    ...(noticed === "compile" || noticed === "run" ? { noticed } : {}),
    ...(verdict === "documentation" ? { documentation: true as const } : {}),
    says: cell("says"),
    todo: Object.fromEntries(todo),
    foundAs: list(cell("found as").replaceAll("`", "")),
    release,
  };
}

function list(text: string): string[] {
  return text === "" ? [] : text.split(", ");
}
