/** What a house rule finds in broken specs. */
import { apply, type Edit } from "../../src/compatibility/corpus/case.ts";
import { readSpecs, type Specs, workingTree } from "../../src/compatibility/specs.ts";
import { rules } from "../../src/lint/rules/index.ts";
import { root } from "../../src/repository.ts";
import { folder } from "./specs-to-break.ts";

const specs: Specs = await readSpecs(workingTree(root));

/** What a rule reports after the edits, each problem as its place and its message. */
export function find(rule: string, edits: Edit[] = []): string[] {
  const problems = rules[rule]?.(apply(specs, edits).openapi, folder) ?? ["no such rule"];
  return problems.map((problem) =>
    typeof problem === "string" ? problem : `${problem.at.join(" ")}: ${problem.message}`,
  );
}
