import type { Recording } from "../../src/exchange/recording.ts";
import { judgeRecording } from "../../src/run/recorded-run.ts";

/**
 * The recording as one of a few operations: each requirement that a sound service passes is judged on two of them, if on as many at
 * all. `pnpm check:proofs` judges all operations.
 */
export async function ofFewOperations(recording: Recording): Promise<Recording> {
  if (process.env.COURT_REGISTER_PROOFS === "full") return recording;
  const { results, subjects } = await judgeRecording(recording, undefined, { only: ["REG"] });
  const judges = (name: string): string[] =>
    results.flatMap(({ requirement, subject, state }) => (subject === name && state === "pass" ? [requirement] : []));
  const missing = new Map<string, number>();
  const wanted = (name: string): number => judges(name).filter((id) => (missing.get(id) ?? 2) > 0).length;
  const operations: string[] = [];
  const left = new Set(subjects.map(({ name }) => name));
  for (;;) {
    const [next] = [...left].sort((one, other) => wanted(other) - wanted(one));
    if (next === undefined || wanted(next) === 0) break;
    for (const id of judges(next)) missing.set(id, (missing.get(id) ?? 2) - 1);
    operations.push(next);
    left.delete(next);
  }
  const { log } = recording;
  return { log: { ...log, _run: { ...log._run, operations } } };
}
