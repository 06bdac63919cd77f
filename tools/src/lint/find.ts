/** What a house rule finds in broken specs, for the tests of the rules. */
import { apply, type Edit } from "../compatibility/corpus/case.ts";
import { readSpecs, type Specs, workingTree } from "../compatibility/specs.ts";
import { root } from "../repository.ts";
import { folder } from "../specs/specs-to-break.ts";
import { rules } from "./rules/index.ts";

const specs: Specs = await readSpecs(workingTree(root));

/** What a rule reports after the edits, each problem as its place and its message. */
export function find(rule: string, edits: Edit[] = []): string[] {
  const problems = rules[rule]?.(apply(specs, edits).openapi, folder) ?? ["no such rule"];
  return problems.map((problem) =>
    typeof problem === "string" ? problem : `${problem.at.join(" ")}: ${problem.message}`,
  );
}
