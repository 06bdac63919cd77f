import { readRecording } from "../exchange/recording.ts";
import { type FaultOutcome, selfTest } from "../self-test/self-test.ts";
import { counted } from "../shared/text.ts";
import { type Surroundings, screenOf } from "./surroundings.ts";

/** Judges a recording under every fault. */
export async function testRecording(directory: string, around: Surroundings): Promise<number> {
  const recording = await readRecording(directory);
  const screen = screenOf(around);
  let count = 0;
  const outcomes = await selfTest(recording, () => {
    count += 1;
    screen.status(`  ${counted(count, "fault")} tried …`, String(count));
  });
  screen.status();
  for (const line of outcomeLines(outcomes)) screen.print(line);
  return 0;
}

/** Which faults the suite would catch in the recorded data, which not, and why. */
function outcomeLines(outcomes: readonly FaultOutcome[]): string[] {
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
