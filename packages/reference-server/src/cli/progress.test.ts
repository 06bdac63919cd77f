import { expect, onTestFinished, test, vi } from "vitest";
import { Screen } from "#kit/screen";
import { progressForms, progressOn } from "./progress.ts";

test.each([
  [{ rows: 0, share: 0 }, 0, `${"░".repeat(30)}   0%  0 rows`, "0%  0 rows", "0%  0 rows", "0"],
  [
    { rows: 6_600_000, share: 0.6 },
    18,
    `${"█".repeat(18)}${"░".repeat(12)}  60%  6,600,000 rows, 12 s left`,
    "60%  6,600,000 rows, 12 s left",
    "60%  6,600,000 rows",
    "6,600,000",
  ],
  [
    { rows: 11_000_000, share: 1 },
    30,
    `${"█".repeat(30)} 100%  11,000,000 rows, building indexes`,
    "100%  11,000,000 rows, building indexes",
    "100%  11,000,000 rows",
    "11,000,000",
  ],
])("%o after %d s", (progress, seconds, ...forms) => {
  expect(progressForms(progress, seconds)).toEqual(forms);
});

test("it is shown ten times a second, and when it is full", () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const drawn: string[] = [];
  const write = (text: string): number => drawn.push(text.replace("\r\u001b[2K", ""));
  const show = progressOn(new Screen({ isTTY: true, columns: 20, write }, {}));
  for (const [share, wait] of [
    [0, 99],
    [0.4, 1],
    [0.5, 1],
    [1, 1],
  ] as const) {
    show({ rows: 7, share });
    vi.advanceTimersByTime(wait);
  }
  expect(drawn).toEqual(["0%  7 rows", "50%  7 rows", "100%  7 rows"]);
});
