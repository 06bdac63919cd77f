import { hit, worst } from "../change.ts";
import type { Result } from "./result.ts";

/** For programs. Every property is always present. */
export function toJson({ base, changes, undeclared, written, stale }: Result): string {
  const report = {
    base,
    verdict: worst(changes),
    changes: changes.map((change) => ({
      interface: change.interface,
      rule: change.rule,
      subject: change.subject,
      verdict: change.verdict,
      noticed: change.noticed ?? null,
      hits: hit(change),
      operations: change.operations,
      message: change.message,
      todo: change.todo,
      documentation: change.documentation ?? false,
    })),
    undeclared: undeclared.map(({ change, missing }) => ({ rule: change.rule, subject: change.subject, missing })),
    written,
    stale,
  };
  return `${JSON.stringify(report, null, 2)}\n`;
}
