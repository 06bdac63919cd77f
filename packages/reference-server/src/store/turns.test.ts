import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { Turns } from "./turns.ts";

const work = (milliseconds: number): void => {
  const until = performance.now() + milliseconds;
  while (performance.now() < until);
};

test("slices run in order, and others get their turn in between", async () => {
  const turns = new Turns();
  const done: number[] = [];
  const all = Promise.all(
    Array.from({ length: 20 }, (_, slice) =>
      turns.run(() => {
        work(3);
        return done.push(slice);
      }),
    ),
  );
  await setImmediate();
  await setImmediate();
  expect(done.length).toBeGreaterThan(0);
  expect(done.length).toBeLessThan(20);
  await all;
  expect(done).toEqual(Array.from({ length: 20 }, (_, slice) => slice));
});

test("a slice that fails does not affect others", async () => {
  const turns = new Turns();
  const failing = turns.run(() => {
    throw new Error("this one");
  });
  const other = turns.run(() => 1);
  await expect(failing).rejects.toThrow("this one");
  expect(await other).toBe(1);
});
