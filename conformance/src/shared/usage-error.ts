/** A mistake in what the user of the command gave: one line that says what, where, and what to do next. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** Options that allow no run, such as one of an unknown operation. */
export class PlanError extends Error {
  override readonly name = "PlanError";
}
