/** Specs cannot be compared. The message says why, and what to do. */
export class ComparisonError extends Error {
  override readonly name = "ComparisonError";
}
