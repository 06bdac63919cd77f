import { bar, type Screen } from "#kit/screen";
import type { Progress } from "../store/load.ts";

/** How far a load is, from the longest form, such as `██████░░░░  60%  6,600,000 rows, 12 s left`, to the shortest. */
export function progressForms({ rows, share }: Progress, seconds: number): string[] {
  const count = rows.toLocaleString("en");
  const percent = `${Math.floor(share * 100)}%`;
  const short = `${percent}  ${count} rows`;
  const rest =
    share === 1 ? ", building indexes" : share > 0.01 ? `, ${Math.ceil((seconds / share) * (1 - share))} s left` : "";
  return [
    `${bar(share, 30)} ${short.padStart(short.length + 4 - percent.length)}${rest}`,
    `${short}${rest}`,
    short,
    count,
  ];
}

/** Shows how far a load is, at most ten times a second and when it is full. */
export function progressOn(screen: Screen): (progress: Progress) => void {
  const started = Date.now();
  let shown = 0;
  return (progress) => {
    const now = Date.now();
    if (now - shown < 100 && progress.share < 1) return;
    shown = now;
    screen.status(...progressForms(progress, (now - started) / 1_000));
  };
}
