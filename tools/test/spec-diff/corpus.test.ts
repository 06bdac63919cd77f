import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { releaseRules } from "../../src/spec-diff/bumps.ts";
import { type Change, hit, worst } from "../../src/spec-diff/change.ts";
import { graphqlRules } from "../../src/spec-diff/graphql-rules.ts";
import { cell } from "../../src/spec-diff/report.ts";
import { restRules } from "../../src/spec-diff/rest-rules.ts";
import { audienceNames, audiences, type Rule } from "../../src/spec-diff/rule.ts";
import { compareSpecs } from "../../src/spec-diff/spec-diff.ts";
import { refusalsOf } from "../../src/specs/refusals.ts";
import { contract } from "../contract/contract.ts";
import { apply } from "../support/edits.ts";
import { type Case, changesOf, corpus, specsOf } from "./cases.ts";

describe.each(Object.entries(corpus))("%s", (_, cases) => {
  test.each(cases)("$name", async (one) => {
    const changes = await changesOf(one);
    const verdict = changes.length === 0 ? "none" : worst(changes);
    const worstOnes = changes.filter((change) => change.verdict === verdict);
    const hits = new Set(worstOnes.flatMap(hit));
    const who = audiences.filter((audience) => hits.has(audience));
    const operations = [...new Set(worstOnes.flatMap((change) => change.operations))].sort();
    expect({ verdict, who, operations }).toEqual(one.expected);
  });
});

test.each(corpus.openapi)("the specs before and after can be released: $name", (one) => {
  const { before, after } = specsOf(one);
  expect([before, after].flatMap(({ openapi }) => refusalsOf(openapi))).toEqual([]);
});

test("reports nothing if nothing changed", async () => {
  expect(await compareSpecs(contract, structuredClone(contract))).toEqual([]);
});

/** Whether a text may come from one with facts in braces: it has the parts between them, in this order. */
function isFilled(text: string, template: string): boolean {
  let at = 0;
  for (const part of template.split(/\{\w+\}/)) {
    at = text.indexOf(part, at);
    if (at === -1) return false;
    at += part.length;
  }
  return true;
}

test.each(Object.entries({ A: restRules, B: graphqlRules }))(
  "each rule of interface %s has a case",
  async (name, rules) => {
    const changes = (await Promise.all(Object.values(corpus).flat().map(changesOf))).flat();
    const texts = changes
      .filter((one) => one.interface === name)
      .map(({ verdict, message, todo }) => JSON.stringify([verdict, message, todo.rest, todo.graphql, todo.servers]));
    const lacksCase = ({ verdict, says, rest, graphql, servers }: Rule): boolean => {
      const level = verdict === "documentation" ? "safe" : verdict.split(" ")[0];
      const template = JSON.stringify([level, says, rest, graphql, servers]);
      return !texts.some((text) => isFilled(text, template));
    };
    expect(Object.entries<Rule>(rules).flatMap(([id, rule]) => (lacksCase(rule) ? [id] : []))).toEqual([]);
  },
);

test("changes made together are each reported as if made alone", async () => {
  const messages = async (cases: Case[]): Promise<Set<string>> => {
    const after = apply(
      contract,
      cases.flatMap(({ edits }) => edits),
    );
    return new Set((await compareSpecs(contract, after)).map(({ message }) => message));
  };
  // These groups edit different places: parameters, rows, documents.
  const from = (cases: Case[], place: string): fc.Arbitrary<Case> =>
    fc.constantFrom(...cases.filter(({ given, edits }) => given.length === 0 && JSON.stringify(edits).includes(place)));
  const parameter = from(corpus.openapi, '"/components/parameters/');
  const field = from(corpus.openapi, "/properties/");
  await fc.assert(
    fc.asyncProperty(parameter, field, from(corpus.documents, "{"), async (...cases) => {
      const alone = await Promise.all(cases.map((one) => messages([one])));
      expect(await messages(cases)).toEqual(new Set(alone.flatMap((one) => [...one])));
    }),
    { numRuns: 10 },
  );
});

/** What a release of the package with these changes is for its users. */
function bump(folder: string, changes: Change[]): string {
  const one = releaseRules.find((each) => each.name.endsWith(`/${folder}`));
  const seen = changes.filter((change) => one?.sees(change));
  if (seen.length === 0) return "";
  return seen.some((change) => one?.breaks(change)) ? "breaking" : "other";
}

/** A row for each case: the verdict on it, and every change that is reported. */
async function table(cases: Case[]): Promise<string> {
  const rows: string[] = [];
  for (const one of cases) {
    const { verdict, who, operations } = one.expected;
    const changes = await changesOf(one);
    const found = [...new Set(changes.flatMap(({ noticed }) => noticed ?? []))].sort().join(", ");
    const affected = who.map((audience) => audienceNames[audience]).join(", ");
    const bumps = ["conformance", "reference-server"].map((folder) => bump(folder, changes));
    const reached =
      operations.length > 3 ? `${operations.length} operations` : operations.map((id) => `\`${id}\``).join(", ");
    const said = changes.map(told).join("<br>");
    rows.push(`| ${[one.name, verdict, found, affected, ...bumps, reached, said].map(cell).join(" | ")} |\n`);
  }
  const head =
    "| change | verdict | found at | who is affected | suite | reference server | operations | what is said |";
  return `${head}\n|---|---|---|---|---|---|---|---|\n${rows.join("")}`;
}

/** A change: verdict, rule, sentence, what to do, and the operations that it affects. */
function told({ verdict, noticed, rule, message, operations, todo }: Change): string {
  const label = noticed === undefined ? verdict : `${verdict} (${noticed})`;
  const advice = Object.entries(todo).map(([audience, text]) => `${audience}: ${text}`);
  return [
    `${label} ${rule}: ${message}`,
    ...advice,
    ...(operations.length > 0 ? [`(${operations.join(", ")})`] : []),
  ].join(" ");
}

test("the table beside this file is up to date (vitest -u writes it)", async () => {
  const { openapi, sdl, documents } = corpus;
  const text = `# Verdicts

Single changes to the specs, and what \`pnpm spec:diff\` says about each. Generated by the tests. Several changes at once show their worst
verdict; "what is said" has each of them. "Found at" is how users of the clients find out: code does not compile, or behaves differently. The
suite and the reference server are released with changes to their contract: breaking or other, for those who use them.

## REST, ${openapi.length} changes

${await table(openapi)}
## GraphQL, ${sdl.length} changes

${await table(sdl)}
## Operation documents of the GraphQL client, ${documents.length} changes

${await table(documents)}`;
  await expect(text).toMatchFileSnapshot("verdicts.md");
});
