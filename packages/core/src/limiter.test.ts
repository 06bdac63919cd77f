import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { requestLimiter } from "./limiter.ts";

beforeEach(() => void vi.useFakeTimers({ now: Date.UTC(2026, 0, 5, 8) }));
afterEach(() => void vi.useRealTimers());

const { signal } = new AbortController();

describe("requests per minute", () => {
  it("start at once up to the limit, and then as the first ones are a minute old", async () => {
    const limiter = requestLimiter({ perMinute: 2 });
    const begun = Date.now();
    const starts: number[] = [];
    for (let request = 0; request < 5; request++)
      limiter.start(signal).then((end) => {
        starts.push(Date.now() - begun);
        end();
      });
    await vi.advanceTimersByTimeAsync(20_000);
    limiter.start(signal).then(() => starts.push(Date.now() - begun));
    await vi.runAllTimersAsync();
    expect(starts).toEqual([0, 0, 60_000, 60_000, 120_000, 120_000]);
  });

  it("leave no timer behind once nobody waits", async () => {
    const limiter = requestLimiter({ perMinute: 1 });
    (await limiter.start(signal))();
    const control = new AbortController();
    const waiting = expect(limiter.start(control.signal)).rejects.toBe("enough");
    control.abort("enough");
    await waiting;
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("requests in flight", () => {
  it("start in order, each as soon as one ends", async () => {
    const limiter = requestLimiter({ inFlight: 2 });
    const started: number[] = [];
    const ends: (() => void)[] = [];
    for (let request = 0; request < 4; request++)
      limiter.start(signal).then((end) => {
        started.push(request);
        ends.push(end);
      });
    await vi.advanceTimersByTimeAsync(0);
    expect(started).toEqual([0, 1]);
    ends[1]?.();
    // Twice counts once.
    ends[1]?.();
    await vi.advanceTimersByTimeAsync(0);
    expect(started).toEqual([0, 1, 2]);
  });

  it("are not taken by one that was aborted while it waited", async () => {
    const limiter = requestLimiter({ inFlight: 1 });
    const end = await limiter.start(signal);
    const control = new AbortController();
    const waiting = expect(limiter.start(control.signal)).rejects.toBe("enough");
    const next = limiter.start(signal);
    control.abort("enough");
    await waiting;
    end();
    await expect(next).resolves.toBeTypeOf("function");
    await expect(limiter.start(AbortSignal.abort("before"))).rejects.toBe("before");
  });
});

it.each([{ perMinute: 0 }, { perMinute: Number.NaN }, { inFlight: 1.5 }, { inFlight: -1 }])(
  "%j is refused",
  (limits) => {
    expect(() => requestLimiter(limits)).toThrow(RangeError);
  },
);

it("a limit with a misspelt name is refused: it would limit nothing", () => {
  const misspelt: object = { perMinutes: 6 };
  expect(() => requestLimiter(misspelt)).toThrow("requestLimiter has no limit called perMinutes");
});
