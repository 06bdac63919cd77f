import type { Progress } from "../store/load.ts";

const width = 30;

/** A bar for a terminal, such as `██████░░░░ 60%  6,600,000 rows, 12 s left`. */
export function progressBar({ rows, share }: Progress, seconds: number): string {
  const filled = Math.floor(share * width);
  const bar = "█".repeat(filled) + "░".repeat(width - filled);
  const rest =
    share === 1 ? "building indexes" : share > 0.01 ? `${Math.ceil((seconds / share) * (1 - share))} s left` : "";
  return `${bar} ${String(Math.floor(share * 100)).padStart(3)}%  ${rows.toLocaleString("en")} rows${rest && `, ${rest}`}`;
}

/** Redraws the bar in place, at most ten times a second, and only on a terminal. */
export class ProgressLine {
  readonly #output: NodeJS.WriteStream;
  readonly #started = Date.now();
  #drawn = 0;

  constructor(output: NodeJS.WriteStream) {
    this.#output = output;
  }

  readonly update = (progress: Progress): void => {
    const now = Date.now();
    if (!this.#output.isTTY || (now - this.#drawn < 100 && progress.share < 1)) return;
    this.#drawn = now;
    this.#output.write(`\r\u001b[2K${progressBar(progress, (now - this.#started) / 1_000)}`);
  };

  clear(): void {
    if (this.#drawn > 0) this.#output.write("\r\u001b[2K");
  }
}
