import { oneLine } from "../shared/print.ts";
import { ComparisonError } from "./base.ts";
import { type Change, sortAndMerge } from "./change.ts";
import { compareGraphql } from "./graphql/compare.ts";
import { compareOpenApi } from "./openapi/compare.ts";
import type { Specs } from "./specs.ts";

/**
 * Every change of the contract from `before` to `after`, worst first.
 *
 * @throws ComparisonError when a spec is invalid.
 */
export async function compareSpecs(before: Specs, after: Specs): Promise<Change[]> {
  try {
    const rest = await compareOpenApi(before.openapi, after.openapi);
    return sortAndMerge([...rest, ...(await compareGraphql(before, after))].map(inLines));
  } catch (cause) {
    throw new ComparisonError(
      `The specs cannot be compared: ${oneLine(cause instanceof Error ? cause.message : String(cause))}\n\`pnpm check:specs\` says what is wrong, and where.`,
      { cause },
    );
  }
}

/** Names in a spec may have line breaks and control characters: in reports and changesets they have not. */
function inLines(change: Change): Change {
  return JSON.parse(JSON.stringify(change), (_, value) => (typeof value === "string" ? oneLine(value) : value));
}
