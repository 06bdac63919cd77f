import { describe, expect, test } from "vitest";
import { atMost } from "./result.ts";

describe("atMost", () => {
  test("judges the median, and shows the interval, which may reach over the bar", () => {
    const bar = atMost("a page", 1.06, { median: 1.056, interval: [1.045, 1.069], quartiles: [1.026, 1.09] }, " times");
    expect(bar).toMatchObject({ bar: "≤ 1.06 times", measured: "1.056 (1.045 – 1.069) times", met: true });
  });

  test("is met at the limit, and not above it", () => {
    expect(atMost("requests", 250, 250)).toMatchObject({ measured: "250", met: true });
    expect(atMost("requests", 250, 251).met).toBe(false);
    expect(atMost("requests", 250, Number.NaN).met).toBe(false);
  });
});
