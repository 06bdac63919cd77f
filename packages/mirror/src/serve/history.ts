import type { Change } from "../changes/change.ts";
import { type ChangesInOptions, changesIn } from "../changes/changes.ts";
import type { GenerationMark, Snapshot } from "../store/snapshot.ts";

/** A change, and the generation that brought it. */
export interface DatedChange extends GenerationMark {
  change: Change;
}

/** What each generation after the oldest changed for a subject or a court case, the newest first. */
export async function historyOf(
  snapshot: Snapshot,
  about: Required<Pick<ChangesInOptions, "mbs">> | Required<Pick<ChangesInOptions, "case">>,
): Promise<DatedChange[]> {
  const history: DatedChange[] = [];
  const generations = snapshot.generationsOf("case" in about ? "cases" : "register");
  for (const [index, mark] of generations.entries()) {
    const before = generations[index - 1];
    if (!before) continue;
    await changesIn(snapshot, {
      since: before.generation,
      until: mark.generation,
      ...about,
      onChange: (change) => {
        history.unshift({ ...mark, change });
      },
    });
  }
  return history;
}

/** A history by generation, the newest first. */
export function byGeneration(history: readonly DatedChange[]): { mark: GenerationMark; changes: Change[] }[] {
  const groups = new Map<number, { mark: GenerationMark; changes: Change[] }>();
  for (const { change, ...mark } of history) {
    const group = groups.get(mark.generation) ?? { mark, changes: [] };
    groups.set(mark.generation, group);
    group.changes.push(change);
  }
  return [...groups.values()];
}
