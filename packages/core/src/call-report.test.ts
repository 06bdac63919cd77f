import { expect, it } from "vitest";
import { CallReport } from "./call-report.ts";

const secret = "tajni-kljuc-7c1f";

it.each([0, 1, 5, secret.length])("a text that is cut off %i characters into a secret has no part of it", (into) => {
  const report = new CallReport("jezik.list", "http://127.0.0.1/");
  report.conceal(secret);
  const hidden = report.hide("x".repeat(1_000_000 - into) + secret + "y".repeat(20_000));
  expect(hidden).toMatch(/^x{900000}/);
  expect(hidden).not.toContain(secret.slice(0, 1));
});

it("a text of a million characters is kept whole", () => {
  const report = new CallReport("jezik.list", "http://127.0.0.1/");
  report.conceal(secret);
  expect(report.hide("x".repeat(1_000_000))).toHaveLength(1_000_000);
});

it("secrets that are concealed one after another are all removed", () => {
  const report = new CallReport("jezik.list", "http://127.0.0.1/");
  report.conceal("prvi-kljuc");
  report.conceal("drugi-kljuc");
  expect(report.hide("prvi-kljuc, drugi-kljuc")).toBe("[redacted], [redacted]");
});
