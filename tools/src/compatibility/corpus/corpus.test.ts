import { describe, expect, test } from "vitest";
import { audiences, hit, worst } from "../change.ts";
import { compareSpecs } from "../compare.ts";
import { apply } from "./case.ts";
import { groups } from "./cases.ts";
import { contract as specs } from "./contract.ts";
import { documentCases } from "./documents.ts";
import { accessCases } from "./openapi-access.ts";
import { boundCases } from "./openapi-bounds.ts";
import { fieldCases } from "./openapi-fields.ts";
import { operationCases } from "./openapi-operations.ts";
import { parameterCases } from "./openapi-parameters.ts";
import { schemaCases } from "./sdl.ts";
import { inspectorAlone, oasdiffAlone, toTable } from "./table.ts";

describe.each(groups)("%s", (_, cases) => {
  test.each(cases)("$name", async ({ given = [], edits, verdict, who, operations }) => {
    const base = apply(specs, given);
    const changes = await compareSpecs(base, apply(base, edits));
    const found = changes.length === 0 ? "none" : worst(changes);
    const worstOnes = changes.filter((change) => change.verdict === found);
    const hits = new Set(worstOnes.flatMap(hit));
    expect({
      verdict: found,
      who: audiences.filter((audience) => hits.has(audience)),
      operations: [...new Set(worstOnes.flatMap((change) => change.operations))].sort(),
    }).toEqual({ verdict, who, operations: [...operations].sort() });
  });
});

test("no change, nothing to report", async () => {
  expect(await compareSpecs(specs, structuredClone(specs))).toEqual([]);
});

test("the table beside this file is up to date (vitest -u writes it)", async () => {
  const rest = [...operationCases, ...accessCases, ...parameterCases, ...fieldCases, ...boundCases];
  const text = `# Verdicts

Single changes of the specs, what \`pnpm spec:diff\` says of each, and what its two libraries say on their own. Made by the tests.
"nothing" means that the change is not reported; several changes at once are told by their worst. "Found at" is how users of the clients
find out: code does not compile, or runs otherwise. The suite and the reference server are released with changes of their contract:
breaking or other, for those who use them.

## Interface A (REST), ${rest.length} changes

${await toTable(specs, rest, "oasdiff", oasdiffAlone)}
## Interface B (GraphQL), ${schemaCases.length} changes

${await toTable(specs, schemaCases, "graphql-inspector", inspectorAlone)}
## Operation documents of the GraphQL client, ${documentCases.length} changes

${await toTable(specs, documentCases, "graphql-inspector", inspectorAlone)}`;
  await expect(text).toMatchFileSnapshot("verdicts.md");
});
