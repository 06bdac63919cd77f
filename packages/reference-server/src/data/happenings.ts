/** What happens to made-up companies from day to day. */
import { dayAt } from "./dates.ts";
import { SeededRandom } from "./random.ts";

/** What happens to a company: once, on one of these days. */
export interface Happening {
  readonly kind: "move" | "rename" | "bankruptcy" | "deletion";
  /** The day, as a date-time. */
  readonly date: string;
}

/** The last day on which something happens. */
export const lastDay = 100;

/** Of ten companies, so many of each kind. */
const kinds: readonly Happening["kind"][] = [
  ...(["move", "move", "move", "rename", "rename", "rename"] as const),
  ...(["bankruptcy", "bankruptcy", "deletion", "deletion"] as const),
];

/** What has happened to the company at an index until a day; undefined if nothing has yet. */
export function happenedUntil(day: number, seed: number, index: number): Happening | undefined {
  if (day < 1) return undefined;
  const random = new SeededRandom(seed, "happening", index);
  const own = random.between(1, lastDay);
  return own <= day ? { kind: random.pick(kinds), date: dayAt(own) } : undefined;
}
