/** What a house rule finds in the contract of a page, broken. */

import { rules } from "../../src/check/specs/rules.ts";
import { contract } from "../contract/contract.ts";
import { apply, type Edit } from "./edits.ts";
import { folder } from "./specs-to-break.ts";

/** What a rule reports after the edits, each problem as its place and its message. */
export function find(rule: string, edits: Edit[] = []): string[] {
  const problems = rules[rule]?.(apply(contract, edits).openapi, folder) ?? ["no such rule"];
  return problems.map((problem) =>
    typeof problem === "string" ? problem : `${problem.at.join(" ")}: ${problem.message}`,
  );
}
