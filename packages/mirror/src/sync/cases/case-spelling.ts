/** Marks of cases, as the service writes its registers. */
import type { Followed } from "../../cases/followed.ts";
import { type CaseKey, isSameCase, type Registers } from "../../cases/mark.ts";
import type { Writing } from "../../store/database.ts";

/** A case that is to be followed by another spelling of its mark. */
export interface Respelling extends Pick<Followed, "mark" | "court" | "note"> {
  spelled: string;
  /** Whether that is followed too: then they become one. */
  isFollowed: boolean;
}

/** The respellings of cases that were never found. One that may be spelled in several ways stays as it is. */
export function respellings(unfound: readonly Followed[], all: readonly CaseKey[], registers: Registers): Respelling[] {
  const followed = [...all];
  return unfound.flatMap(({ mark, court, note }) => {
    const [spelled = mark, other] = registers.spellings(mark);
    if (other !== undefined || spelled === mark) return [];
    const isFollowed = followed.some((one) => isSameCase(one, { mark: spelled, court }));
    followed.push({ mark: spelled, court });
    return [{ mark, court, note, spelled, isFollowed }];
  });
}

/** Writes one. A case that is followed already keeps its own note, if it has one. */
export async function respell(writing: Writing, { mark, court, note, spelled, isFollowed }: Respelling): Promise<void> {
  if (isFollowed)
    await writing.run(
      "UPDATE mirror_followed SET note = $3 WHERE mark = $1 AND court = $2 AND note IS NULL",
      spelled,
      court,
      note,
    );
  await writing.run(
    isFollowed
      ? "DELETE FROM mirror_followed WHERE mark = $1 AND court = $2 AND mark <> $3"
      : "UPDATE mirror_followed SET mark = $3 WHERE mark = $1 AND court = $2",
    mark,
    court,
    spelled,
  );
}
