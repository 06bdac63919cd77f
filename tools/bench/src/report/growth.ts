import { type LinesSection, round } from "../harness/result.ts";

/** How much a series grew from the smallest to the largest input. */
export interface Growth {
  series: string;
  /** The largest input divided by the smallest. */
  input: number;
  /** The cost at the largest input divided by that at the smallest. */
  cost: number;
}

/** Below this factor over its input, growth is not faster: medians differ as much between runs. */
const tolerance = 1.05;

/** The growth of each series, in the order of the points; a series with one point has none. */
export function growths({ points }: Pick<LinesSection, "points">): Growth[] {
  const names = [...new Set(points.map(({ series }) => series))];
  return names.flatMap((series) => {
    const own = points.filter((point) => point.series === series).sort((a, b) => a.x - b.x);
    const [first, last] = [own[0], own.at(-1)];
    if (first === undefined || last === undefined || first === last) return [];
    return [{ series, input: last.x / first.x, cost: last.y / first.y }];
  });
}

export const isFaster = ({ input, cost }: Growth): boolean => cost > tolerance * input;

/** A sentence: what grows faster than its input, or that nothing does. */
export function growthText(section: LinesSection): string {
  const all = growths(section);
  const faster = all.filter(isFaster);
  const shown = ({ series, cost }: Growth): string => `${series} × ${round(cost)}`;
  const times = `${section.x} × ${round(Math.max(...all.map(({ input }) => input)))}`;
  if (all.length === 0) return "";
  if (faster.length > 0) return `Faster than its input (${times}) grows: ${faster.map(shown).join(", ")}.`;
  const most = all.reduce((a, b) => (b.cost > a.cost ? b : a));
  const by = most.cost > most.input ? ", or by less than 5 %" : "";
  return `Nothing grows faster than its input${by}: ${times} makes at most ${shown(most)}.`;
}
