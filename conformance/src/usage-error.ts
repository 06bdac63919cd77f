/** A mistake in what the user gave: one line that says what, where, and what to do next. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
