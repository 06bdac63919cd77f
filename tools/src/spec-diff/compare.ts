import { oneLine } from "../shared/print.ts";
import { type Change, sortAndMerge } from "./change.ts";
import { ComparisonError } from "./comparison-error.ts";
import { compareGraphql } from "./graphql/compare.ts";
import { compareOpenApi } from "./openapi/compare.ts";
import type { Specs } from "./specs.ts";

/** A change and its interface: A is REST, B is GraphQL. */
export interface ApiChange extends Change {
  interface: "A" | "B";
}

/**
 * Every change of the contract from `before` to `after`, worst first.
 *
 * @throws ComparisonError when a spec is invalid.
 */
export async function compareSpecs(before: Specs, after: Specs): Promise<ApiChange[]> {
  try {
    const rest = await compareOpenApi(before.openapi, after.openapi);
    const graphql = await compareGraphql(before, after);
    return sortAndMerge([
      ...rest.map((one) => ({ ...inLines(one), interface: "A" as const })),
      ...graphql.map((one) => ({ ...inLines(one), interface: "B" as const })),
    ]);
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
