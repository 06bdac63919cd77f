import { counted } from "../shared/text.ts";
import type { FaultOutcome } from "./self-test.ts";

/** Which faults the suite would catch in the recorded data, which not, and why. */
export function selfTestText(outcomes: readonly FaultOutcome[]): string[] {
  const caught = outcomes.filter((outcome) => outcome.caught);
  const missed = outcomes.filter((outcome) => !outcome.caught);
  const reasons = Map.groupBy(missed, ({ reason = "" }) => reason);
  return [
    `On this recording the suite catches ${caught.length} of ${counted(outcomes.length, "fault")}.`,
    ...caught.map(({ fault, where, tripped }) => `  ✓ ${fault.name} at ${where}: ${tripped.join(", ")}`),
    ...(missed.length === 0 ? [] : ["Not caught, because the recorded data cannot show it:"]),
    ...[...reasons].flatMap(([reason, faults]) => [
      `  – ${reason}`,
      ...faults.map(({ fault }) => `      ${fault.name}: ${fault.about}`),
    ]),
  ];
}
