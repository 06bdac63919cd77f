import type { Change } from "../change.ts";
import { compareSpecs } from "../compare.ts";
import type { Specs } from "../specs.ts";
import { apply, type Case } from "./case.ts";
import { contract } from "./contract.ts";

/** The contract before and after a case's edits. */
export function specsOf({ given = [], edits }: Case): { before: Specs; after: Specs } {
  const before = apply(contract, given);
  return { before, after: apply(before, edits) };
}

const known = new Map<Case, Promise<Change[]>>();

/** What `pnpm spec:diff` reports for a case. Each comparison starts oasdiff, so each case is compared once. */
export function changesOf(one: Case): Promise<Change[]> {
  const asked = known.get(one);
  if (asked !== undefined) return asked;
  const { before, after } = specsOf(one);
  const changes = compareSpecs(before, after);
  known.set(one, changes);
  return changes;
}
