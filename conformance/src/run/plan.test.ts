import { expect, test } from "vitest";
import { makePlan, PlanError } from "./plan.ts";

const baseUrl = "https://registar.primjer.hr";
const graphqlUrl = `${baseUrl}/graphql`;

test("what is named by its beginnings is judged, and nothing else", () => {
  const ids = (only: string[]): string[] => {
    const plan = makePlan({ baseUrl, graphqlUrl, only });
    return [...plan.registerRequirements, ...plan.caseRequirements].map(({ id }) => id);
  };
  expect(ids(["REG-PAGE-01", "CASE-LOOKUP"])).toEqual([
    "REG-PAGE-01",
    "CASE-LOOKUP-01",
    "CASE-LOOKUP-02",
    "CASE-LOOKUP-03",
  ]);
  expect(() => ids(["REG", "NONE"])).toThrow(PlanError);
});

test("interface B is asked where it has an address and is judged, and audited where that is judged", () => {
  const cases = (options: object): object => {
    const { caseRequests, audits, planned } = makePlan({ baseUrl, only: ["CASE"], ...options });
    return { asked: caseRequests > 0, audits, planned: planned === caseRequests };
  };
  expect(cases({})).toEqual({ asked: false, audits: true, planned: true });
  expect(cases({ graphqlUrl })).toEqual({ asked: true, audits: true, planned: true });
  expect(cases({ graphqlUrl, audits: false })).toEqual({ asked: true, audits: false, planned: true });
  expect(cases({ graphqlUrl, only: ["CASE-TYPE"] })).toEqual({ asked: true, audits: false, planned: true });
  expect(cases({ graphqlUrl, only: ["REG"] })).toEqual({ asked: false, audits: false, planned: false });
});
