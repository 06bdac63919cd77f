import { expect, onTestFinished, test, vi } from "vitest";
import { ProgressLine, progressBar } from "./progress-bar.ts";

test.each([
  [{ rows: 0, share: 0 }, 0, "░".repeat(30), "  0%  0 rows"],
  [{ rows: 6_600_000, share: 0.6 }, 18, "█".repeat(18) + "░".repeat(12), " 60%  6,600,000 rows, 12 s left"],
  [{ rows: 11_000_000, share: 1 }, 30, "█".repeat(30), "100%  11,000,000 rows, building indexes"],
])("%o after %d s", (progress, seconds, bar, rest) => {
  expect(progressBar(progress, seconds)).toBe(`${bar} ${rest}`);
});

test.each([
  [true, ["  0%", " 50%", "100%", ""]],
  [false, []],
])("on a terminal (%s), the bar is drawn ten times a second, when it is full, and cleared", (isTTY, shown) => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const drawn: string[] = [];
  const write = (text: string): boolean => drawn.push(text.replace("\r\u001b[2K", "")) > 0;
  const line = new ProgressLine({ isTTY, write } as NodeJS.WriteStream);
  for (const [share, wait] of [
    [0, 99],
    [0.4, 1],
    [0.5, 1],
    [1, 1],
  ] as const) {
    line.update({ rows: 7, share });
    vi.advanceTimersByTime(wait);
  }
  line.clear();
  expect(drawn.map((text) => text.replace(/^[█░]+ | {2}7 rows.*$/g, ""))).toEqual(shown);
});
