/** What a spec may say beyond the present one is served, judged, and found wrong where it is wrong: on a contract of a page. */
import { courtCases, document, suiteOperations } from "@court-register/tools/fixed-contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ContractService, serveContract } from "../../packages/reference-server/test/support/serve-contract.ts";
import { isPossible } from "../src/checks/fault.ts";
import { readCasesContract } from "../src/contract/cases.ts";
import { presentContract } from "../src/contract/contract.ts";
import { readOperation } from "../src/contract/operations.ts";
import type { WrittenOperation } from "../src/contract/shape/operation.ts";
import type { Recording } from "../src/exchange/recording.ts";
import type { Report } from "../src/index.ts";
import { judgeRecording, recordRun } from "../src/run/recorded-run.ts";
import { tryFault } from "../src/self-test/self-test.ts";
import { allRequirements, applies, faults } from "../src/subjects/catalogue.ts";

const operations = (suiteOperations as readonly WrittenOperation[]).map(readOperation);
const cases = readCasesContract(courtCases.sdl, courtCases.documents, courtCases.scalars);
const contract = { operations, cases };
const key = "a-key-of-the-tests";

/** The contract of a page has no names of companies to search in. */
const unsearched = "REG-SEARCH-03";

let service: ContractService;
let recording: Recording;
let report: Report;
let clean: Report;

beforeAll(async () => {
  service = await serveContract(document, key, courtCases);
  const target = { baseUrl: "http://127.0.0.1", graphqlUrl: "http://127.0.0.1/graphql", key, audits: false };
  const options = { fetch: service.fetch as never, seed: 7, maxRequests: 400 };
  ({ report, recording } = await recordRun(
    { ...target, ...options, cases: [{ mark: "Ovr-1283/2015", court: "12" }] },
    undefined,
    contract,
  ));
  clean = await judgeRecording(recording, undefined, {}, contract);
});
afterAll(() => service[Symbol.asyncDispose]());

test("all of it is served", () => {
  expect([service.contract.unserved, service.cases.unserved]).toEqual([[], []]);
});

test("a sound service conforms, and every requirement is judged", () => {
  expect(report.results.filter(({ state }) => state === "fail" || state === "error")).toEqual([]);
  expect(report.conclusion).toBe("conforms");
  const judged = new Set(report.results.filter(({ state }) => state === "pass").map(({ requirement }) => requirement));
  const unseen = allRequirements.filter((one) => one.level !== "INFO" && applies(one, contract) && !judged.has(one.id));
  expect(unseen.map(({ id }) => id)).toEqual([unsearched]);
});

test("what is about lists, or about XML, says that it is not applicable where there is none", () => {
  const reasons = (subject: string): string[] =>
    report.results
      .filter((one) => one.subject === subject && one.state === "not applicable")
      .map(({ requirement, reason }) => `${requirement} ${reason}`);
  const ofList = "the operation returns one object, not a list";
  expect(reasons("subjekt.get")).toEqual(
    ["REG-INFO-04", "REG-INFO-07", "REG-JSON-02", "REG-JSON-03", "REG-SAME-01"].map((id) => `${id} ${ofList}`),
  );
  const ofXml = allRequirements.map(({ id }) => id).filter((id) => /^REG-(?:XML|SAME|INFO-0[79])/.test(id));
  expect(reasons("subjekt.promjene")).toEqual(ofXml.map((id) => `${id} the operation has no XML`));
});

test("an object is asked for by a number of its list, and by one that nobody has", () => {
  const asked = recording.log.entries.map(({ _id, response }) => [_id, response.status] as const);
  const [first] = asked.filter(([id]) => id.startsWith("subjekt.get("));
  expect(first).toEqual([expect.stringMatching(/^subjekt\.get\(mbs=\d+\) json valid$/), 200]);
  const unknown = report.results.find(({ requirement }) => requirement === "REG-INFO-15");
  expect(unknown).toMatchObject({ subject: "subjekt.get", state: "observed" });
  expect(unknown?.reason).toMatch(/^status 404, an object with /);
});

test("every fault can be tried, on the present contract or on this one", () => {
  const untried = faults.filter((one) => !isPossible(one, presentContract) && !isPossible(one, contract));
  expect(untried.map(({ name }) => name)).toEqual([]);
});

describe("every fault trips its requirements and no others", () => {
  const tried = faults.filter(
    (one) =>
      isPossible(one, contract) &&
      !one.trips.includes(unsearched) &&
      // The others are placed by the names of the present contract, and tried on that.
      (one.at !== undefined || one.within !== undefined),
  );
  test.for(tried)("$name: $about", async (fault) => {
    const outcome = await tryFault(recording, fault, clean, undefined, contract);
    expect(outcome.reason).toBeUndefined();
    expect(outcome.tripped).toEqual([...fault.trips].sort());
  });
});
