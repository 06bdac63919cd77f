/** What people look at is bounded: of many, a screen and a page have the newest, how many there are, and where the others are. */

/** Rows of a list on a screen or a page, at most. */
const mostRows = 100;

/** Subjects with one number on a screen or a page, at most: the first, which are those that are not deleted. */
export const mostSubjects = 10;

/** The last of some things that are in the order of their times or ordinals, and how many are before them. */
export function newest<T>(all: readonly T[], most: number = mostRows): { shown: readonly T[]; earlier: number } {
  const shown = all.slice(-most);
  return { shown, earlier: all.length - shown.length };
}
