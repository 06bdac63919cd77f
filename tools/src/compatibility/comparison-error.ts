/** Specs that cannot be compared: what is in the way, and what to do. */
export class ComparisonError extends Error {
  override readonly name = "ComparisonError";
}
