import { expect, test } from "vitest";
import { progressBar } from "./progress-bar.ts";

test.each([
  [{ rows: 0, share: 0 }, 0, "░".repeat(30), "  0%  0 rows"],
  [{ rows: 6_600_000, share: 0.6 }, 18, "█".repeat(18) + "░".repeat(12), " 60%  6,600,000 rows, 12 s left"],
  [{ rows: 11_000_000, share: 1 }, 30, "█".repeat(30), "100%  11,000,000 rows, building indexes"],
])("%o after %d s", (progress, seconds, bar, rest) => {
  expect(progressBar(progress, seconds)).toBe(`${bar} ${rest}`);
});
