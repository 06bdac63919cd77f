/** What a spec may say beyond the present one is served, judged, and found wrong where it is wrong: on a contract of a page. */
import { courtCases, document, suiteOperations } from "@court-register/tools/fixed-contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ContractService, serveContract } from "../../packages/reference-server/test/support/serve-contract.ts";
import { MutableResponse } from "../src/checks/body.ts";
import { isPossible } from "../src/checks/fault.ts";
import { readCasesContract } from "../src/contract/cases.ts";
import { presentContract } from "../src/contract/contract.ts";
import { readOperation } from "../src/contract/operations.ts";
import type { WrittenOperation } from "../src/contract/shape/operation.ts";
import { member } from "../src/evidence/datum.ts";
import { type RegisterRequest, requestId } from "../src/evidence/request.ts";
import type { Recording } from "../src/exchange/recording.ts";
import type { Report } from "../src/index.ts";
import { judgeRecording, recordRun } from "../src/run/recorded-run.ts";
import { recordedService } from "../src/self-test/recorded-service.ts";
import { tryFault } from "../src/self-test/self-test.ts";
import { allRequirements, applies, faults } from "../src/topics/catalogue.ts";

const operations = (suiteOperations as readonly WrittenOperation[]).map(readOperation);
const cases = readCasesContract(courtCases.sdl, courtCases.documents, courtCases.scalars);
const contract = { operations, cases };
/** By tokens, which any contract may have: the suite knows only the key of the present one. */
const client = { id: "proba", secret: "tajna-rijec", tokenSeconds: 3_600 };
const credentials = { clientId: client.id, clientSecret: client.secret, tokenUrl: "http://127.0.0.1/token" };

interface Secured {
  components: { securitySchemes: Record<string, object> };
}

/** The contract of a page has no names of companies to search in. */
const unsearched = "REG-SEARCH-03";

let service: ContractService;
let recording: Recording;
let report: Report;
let clean: Report;

beforeAll(async () => {
  service = await serveContract(document, client, courtCases);
  const target = { baseUrl: "http://127.0.0.1", graphqlUrl: "http://127.0.0.1/graphql", ...credentials, audits: false };
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

test("a contract with tokens alone conforms, and needs no key", async () => {
  const { subscription_key: _, ...schemes } = (document as Secured).components.securitySchemes;
  const alone = { ...document, components: { ...(document as Secured).components, securitySchemes: schemes } };
  await using tokens = await serveContract(alone, client);
  expect(tokens.contract.keyHeader).toBe("");
  const headers = new Set<string>();
  const run = await recordRun(
    {
      baseUrl: "http://127.0.0.1",
      ...credentials,
      ...{ seed: 7, only: ["REG"], maxRequests: 400 },
      fetch: ((url: string, init: RequestInit) => {
        for (const name of new Headers(init.headers).keys()) headers.add(name);
        return tokens.fetch(url, init);
      }) as never,
    },
    undefined,
    contract,
  );
  expect(run.report.results.filter(({ state }) => state === "fail" || state === "error")).toEqual([]);
  expect(run.report.conclusion).toBe("conforms");
  const refused = run.report.results.filter(({ requirement }) => requirement === "REG-KEY-03");
  expect(new Set(refused.map(({ state }) => state))).toEqual(new Set(["pass"]));
  expect([...headers].sort()).toEqual(["accept", "authorization", "content-type"]);
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
  const unknown = report.results.find((one) => one.requirement === "REG-INFO-15" && one.subject === "subjekt.get");
  expect(unknown).toMatchObject({ subject: "subjekt.get", state: "observed" });
  expect(unknown?.reason).toMatch(/^status 404, an object with /);
});

test("an object that was not recorded has the number asked for if a list shows it, in both representations", async () => {
  const operation = operations.find(({ id }) => id === "subjekt.get");
  if (operation === undefined) throw new Error("there is no such operation");
  const service = recordedService(recording, operations);
  const wire = { subject: operation.name, method: "GET", url: "", headers: {} } as const;
  const asked = async (mbs: string, as: "json" | "xml"): Promise<string | undefined> => {
    const asks: RegisterRequest = { operation, path: { mbs }, query: [], as, key: "valid" };
    const reply = await service({ ...wire, id: requestId(asks), asks });
    const [row] = reply.kind === "answer" ? (new MutableResponse(reply).rows() ?? []) : [];
    const value = row?.kind === "object" ? member(row, "mbs") : undefined;
    return value && "text" in value ? value.text : undefined;
  };
  const list = recording.log.entries.find(({ _id }) => /^subjekt\.list\?offset=0&limit=\d+ json valid$/.test(_id));
  const numbers: number[] = JSON.parse(list?.response.content.text ?? "").map((one: { mbs: number }) => one.mbs);
  const recorded = recording.log.entries.flatMap(({ _id }) => /\(mbs=(\d+)\) json valid$/.exec(_id)?.[1] ?? []);
  const others = numbers.map(String).filter((one) => !recorded.includes(one));
  expect(others.length).toBeGreaterThan(10);
  for (const mbs of others.slice(0, 3))
    expect([await asked(mbs, "json"), await asked(mbs, "xml")], mbs).toEqual([mbs, mbs]);
  expect(await asked("123456789", "json")).toBeUndefined();
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
