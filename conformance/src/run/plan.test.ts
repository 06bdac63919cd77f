import { expect, test } from "vitest";
import type { QueryField } from "../contract/cases.ts";
import { presentContract } from "../contract/contract.ts";
import { operations } from "../contract/operations.ts";
import { PlanError } from "../shared/usage-error.ts";
import { countCaseRequests } from "./ask-cases.ts";
import { defaultMaxRequests, makePlan } from "./plan.ts";

const baseUrl = "https://registar.primjer.hr";
const graphqlUrl = `${baseUrl}/graphql`;

test("only requirements whose ids start with one of the given prefixes are judged", () => {
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

test("a named case is counted if the contract has a field to look it up", () => {
  const lookUp: QueryField = {
    ...{ name: "predmet", hasObjects: true, hasLists: false },
    values: new Set(),
    neverNull: false,
  };
  const more = (fields: readonly QueryField[]): number =>
    countCaseRequests(2, false, fields) - countCaseRequests(0, false, fields);
  // Both cases, and the mark of the first at another court.
  expect([more([lookUp]), more([])]).toEqual([3, 0]);
});

test("GraphQL is queried if it has a URL and is selected, and audited if CASE-INFO-04 is", () => {
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

test("without a seed a random one is drawn, which reproduces the plan", () => {
  const seeds = Array.from({ length: 20 }, () => makePlan({ baseUrl }).seed);
  expect(new Set(seeds).size).toBeGreaterThan(10);
  expect(seeds.every((seed) => Number.isInteger(seed) && seed >= 0)).toBe(true);
  expect(makePlan({ baseUrl, seed: seeds[0] }).probes).toEqual(makePlan({ baseUrl, seed: seeds[0] }).probes);
});

test("without a given budget, everything is planned, and some retries are possible, however many operations there are", () => {
  const cases = [{ mark: "P-12/2020", court: "1" }];
  const { planned, most } = makePlan({ baseUrl, graphqlUrl, cases });
  expect(most).toBe(defaultMaxRequests());
  expect(most - planned).toBeGreaterThanOrEqual(16);
  expect(most % 50).toBe(0);
  const paged = operations.filter((operation) => operation.paged).slice(0, 5);
  expect(defaultMaxRequests({ ...presentContract, operations: [...operations, ...paged] })).toBeGreaterThan(most);
});

test("a mock is asked only for what it can show: the first rows, as JSON and XML", () => {
  const plan = makePlan({ baseUrl, kind: "mock" });
  expect([...plan.probes.values()]).toEqual(plan.operations.map(({ xml }) => (xml ? ["json", "xml"] : ["json"])));
  const keys = makePlan({ baseUrl, kind: "mock", only: ["REG-KEY", "REG-EXPAND-01"] });
  expect([keys.planned, ...keys.probes.values()]).toEqual([0, ...keys.operations.map(() => [])]);
});
