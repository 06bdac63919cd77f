import { expect, test } from "vitest";
import { compare } from "./ratios.ts";

test("a ratio is worse if its median has grown by more than a quarter, whatever single rounds say", () => {
  const before = { copy: [2, 2, 2], walk: [1, 1, 1], page: [1, 1, 1] };
  const now = { copy: [2.4, 2.49, 9], walk: [1.3, 1.26, 1], page: [0.5, 0.5, 3] };
  const compared = compare(before, now);
  expect(compared.filter(({ isWorse }) => isWorse)).toEqual([{ what: "walk", before: 1, now: 1.26, isWorse: true }]);
  expect(compared).toHaveLength(3);
});

test("what only one of two results has is compared with nothing", () => {
  expect(compare({ gone: [1], empty: [] }, { new: [5], empty: [1] })).toEqual([]);
  expect(compare({}, { new: [5] })).toEqual([]);
});
