import { expect, test } from "vitest";
import { measureSteps } from "./page-steps.ts";
import { pageBytes } from "./service-in-memory.ts";

test("each step costs something, and together no more than the whole", async () => {
  const start = performance.now();
  const { text, parse, system, faults } = await measureSteps(pageBytes(50), 50, 20);
  const whole = (1_000 * (performance.now() - start)) / (20 * 50);
  expect(text).toBeGreaterThan(0);
  expect(parse).toBeGreaterThan(0);
  expect(text + parse).toBeLessThanOrEqual(whole);
  expect(system).toBeGreaterThanOrEqual(0);
  expect(faults).toBeGreaterThanOrEqual(0);
});

test("refuses a page with other rows", async () => {
  await expect(measureSteps(pageBytes(50), 40, 20)).rejects.toThrow("not 40 rows");
});
