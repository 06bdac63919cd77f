import type { Change, Judgement } from "../change.ts";

/** A change of a shipped operation. A subject that begins with `$` is one of its variables. */
export function change(subject: string, operation: string, judgement: Judgement): Change {
  const part = subject.startsWith("$") ? { part: true as const } : {};
  return { ...judgement, subject, operations: [operation], documents: true, ...part };
}
