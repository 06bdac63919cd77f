import { expect, test } from "vitest";
import type { Finding } from "../evidence/outcome.ts";
import { placeOf, shownFindings } from "./result.ts";

const finding = (at: string): Finding => ({ probe: "json", at, expected: "a", found: "b" });

test.for<[at: string, place: string]>([
  ["/17/drzava/id", "/*/drzava/id"],
  ["/0", "/*"],
  ["/data/sudovi/3/id", "/data/sudovi/*/id"],
  ["/ArrayOfSudovi/*[3]/naziv", "/ArrayOfSudovi/*/naziv"],
  ["/0/oznaka_2", "/*/oznaka_2"],
  ["header x-total-count", "header x-total-count"],
  ["status", "status"],
])("the place of %s is %s", ([at, place]) => {
  expect(placeOf(finding(at))).toBe(place);
});

test("five findings are shown, in their order, one of each place before another of the same", () => {
  const at = (findings: readonly Finding[]): string[] => shownFindings(findings).map((one) => one.at);
  const first = ["/0/a", "/1/a", "/2/a", "/3/a", "/4/a", "/5/a"].map(finding);
  expect(at(first)).toEqual(["/0/a", "/1/a", "/2/a", "/3/a", "/4/a"]);
  expect(at([...first, finding("/5/b"), finding("/6/a"), finding("/6/c")])).toEqual([
    "/0/a",
    "/1/a",
    "/2/a",
    "/5/b",
    "/6/c",
  ]);
  expect(at(["/0/a", "/0/b", "/0/c", "/0/d", "/0/e", "/0/f"].map(finding))).toHaveLength(5);
});
