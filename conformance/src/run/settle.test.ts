import { expect, test } from "vitest";
import type { Result } from "../report/report.ts";
import { settle } from "./settle.ts";

const failed = (requirement: string, subject: string, probe: string, at: string): Result => ({
  requirement,
  subject,
  state: "fail",
  findings: [{ probe, at, expected: "something", found: "404", curl: "" }],
  findingCount: 1,
});
const ids = new Map([["sud", "sud.list"]]);

test("XML that is missing is asked for in the wrong way only where several operations lack it", () => {
  const [one, other] = ["sud", "jezik"].map((name) => failed("REG-XML-08", name, "xml", "body"));
  if (one === undefined || other === undefined) throw new Error("there are two");
  expect(settle([one], [], ids)).toEqual([one]);
  expect(settle([one, other], [], ids).map(({ state }) => state)).toEqual(["not tested", "not tested"]);
});

test("a status after which nothing was answered is an error; a body that is wrong stays a failure", () => {
  const diary = [{ operation: "sud.list", status: 404 }];
  const status = failed("REG-SEARCH-01", "sud", "active", "status");
  const body = failed("REG-SEARCH-01", "sud", "active", "body");
  expect(settle([status, body], diary, ids).map(({ state }) => state)).toEqual(["error", "fail"]);
  expect(settle([status], [...diary, { operation: "sud.list", status: 200 }], ids)[0]?.state).toBe("error");
  expect(settle([status], [...diary, { operation: "jezik.list", status: 200 }], ids)).toEqual([status]);
});
