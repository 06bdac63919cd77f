/** What the contract may say beyond the present one is served: on a contract of a page, which has each thing once. */
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RegisterDocument } from "../../packages/reference-server/src/contract/register.ts";
import { type ContractService, serveContract } from "../../packages/reference-server/test/support/serve-contract.ts";
import { withoutEmpty, xmlRows } from "../../packages/reference-server/test/support/xml.ts";
import { document } from "./contract/contract.ts";

const key = "a-key-of-the-tests";
const { components } = document as RegisterDocument;

const ajv = new Ajv2020({ strict: false, allErrors: true, logger: false });
formats.default(ajv);
ajv.addSchema({ $id: "page", components });

let service: ContractService;
beforeAll(async () => {
  service = await serveContract(document, key);
});
afterAll(() => service[Symbol.asyncDispose]());

const get = (path: string, headers: Record<string, string> = {}, method = "GET"): Promise<Response> =>
  service.fetch(`http://127.0.0.1/javni${path}`, {
    method,
    headers: { [service.contract.keyHeader]: key, ...headers },
  });

const rowsAt = async (path: string): Promise<Record<string, unknown>[]> => {
  const response = await get(path);
  expect(response.status, path).toBe(200);
  return (await response.json()) as Record<string, unknown>[];
};

const operationAt = (path: string) => {
  const operation = service.contract.operations.find((one) => one.path === path);
  if (operation === undefined) throw new Error(`there is no operation ${path}`);
  return operation;
};

describe("one object", () => {
  test("is found by the number in the path, alike in both representations, and as its schema says", async () => {
    const subjects = await rowsAt("/subjekt/?offset=0&limit=1000");
    expect(subjects.length).toBeGreaterThan(100);
    const validate = ajv.getSchema("page#/components/schemas/subjekt_detalji");
    const seen = { null: 0, lists: 0, empty: 0, objects: 0 };
    for (const { mbs } of subjects) {
      const response = await get(`/subjekt/${mbs}`);
      expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
      const row = (await response.json()) as Record<string, unknown>;
      expect(row.mbs).toBe(mbs);
      expect(validate?.(row), JSON.stringify(validate?.errors?.[0])).toBe(true);
      const xml = await (await get(`/subjekt/${mbs}`, { accept: "application/xml" })).text();
      expect(xml).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>\n<subjekt_detalji>.*<\/subjekt_detalji>\n$/s);
      // XML has neither null nor a list without items.
      const [read] = xmlRows(operationAt("/subjekt/{mbs}"), xml) as Record<string, unknown>[];
      expect(withoutEmpty(read)).toEqual(withoutEmpty(row));
      for (const value of Object.values(row)) {
        if (value === null) seen.null += 1;
        else if (Array.isArray(value)) seen[value.length === 0 ? "empty" : "lists"] += 1;
        else if (typeof value === "object") seen.objects += 1;
      }
    }
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(10);
  });

  test("is found by two numbers in the path, for each row of its list", async () => {
    const reports = await rowsAt("/gfi?offset=0&limit=1000");
    expect(reports.length).toBeGreaterThan(100);
    for (const { mbs, gfi_rbr } of reports) {
      const response = await get(`/gfi/${mbs}/${gfi_rbr}`);
      expect([response.status, await response.json()]).toEqual([200, expect.objectContaining({ mbs, gfi_rbr })]);
    }
  });

  test("is a 404 for a number that nobody has, and a 400 for what is no number", async () => {
    const none = await get("/subjekt/999999999");
    expect([none.status, none.headers.get("content-type")]).toEqual([404, "application/problem+json; charset=utf-8"]);
    expect(await none.json()).toMatchObject({ parameter: "mbs", detail: "There is no subjekt_detalji with this mbs." });
    for (const path of ["/subjekt/abc", "/subjekt/1.5", "/subjekt/9223372036854775808"]) {
      const wrong = await get(path);
      expect([path, wrong.status]).toEqual([path, 400]);
      expect(await wrong.json()).toMatchObject({ parameter: "mbs" });
    }
    expect((await get("/subjekt/1/2")).status).toBe(404);
  });

  test("has GET and HEAD alone, and an ETag", async () => {
    const [{ mbs } = {}] = await rowsAt("/subjekt/?offset=0&limit=1");
    const wrong = await get(`/subjekt/${mbs}`, {}, "POST");
    expect([wrong.status, wrong.headers.get("allow")]).toEqual([405, "GET, HEAD, OPTIONS"]);
    const etag = (await get(`/subjekt/${mbs}`)).headers.get("etag") ?? "";
    expect((await get(`/subjekt/${mbs}`, { "if-none-match": etag })).status).toBe(304);
    expect((await get(`/subjekt/${mbs}`, {}, "HEAD")).status).toBe(200);
    expect((await service.fetch(`http://127.0.0.1/javni/subjekt/${mbs}`)).status).toBe(401);
  });
});

describe("parameters", () => {
  test("select the rows that have one of their values in the field of their name", async () => {
    const all = await rowsAt("/subjekt/promjene");
    expect(all.length).toBeGreaterThan(100);
    const kinds = await rowsAt("/subjekt/promjene?vrsta=upis&vrsta=izmjena");
    expect(kinds).toEqual(all.filter(({ vrsta }) => vrsta !== "brisanje"));
    expect(kinds.length).toBeLessThan(all.length);
    const [first, , third] = all;
    expect(await rowsAt(`/subjekt/promjene?mbs=${first?.mbs},${third?.mbs}`)).toEqual([first, third]);
    expect(await rowsAt(`/subjekt/promjene?mbs=${first?.mbs}&vrsta=${first?.vrsta}`)).toEqual([first]);
    expect(await rowsAt("/subjekt/promjene?mbs=1")).toEqual([]);
    // No field is called like it, so nothing is selected.
    expect(await rowsAt("/subjekt/promjene?najvise=500")).toEqual(all);
  });

  test.each([
    ["/subjekt/promjene?vrsta=upis&vrsta=nova", {}, "vrsta"],
    ["/subjekt/promjene?mbs=1,x", {}, "mbs"],
    ["/subjekt/promjene?najvise=0", {}, "najvise"],
    ["/subjekt/promjene?najvise=501", {}, "najvise"],
    ["/subjekt/promjene?najvise=1&najvise=2", {}, "najvise"],
    ["/subjekt/1", { "x-jezik": "de" }, "X-Jezik"],
  ])("%s %o is refused, and the parameter named", async (path, headers, parameter) => {
    const response = await get(path, headers);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ parameter });
  });
});

test("what has JSON alone is not to be had as XML", async () => {
  const response = await get("/subjekt/promjene", { accept: "application/xml" });
  expect(response.status).toBe(406);
  expect(await response.json()).toMatchObject({
    parameter: "Accept",
    detail: expect.stringContaining("JSON".toLowerCase()),
  });
  expect((await get("/subjekt/promjene", { accept: "application/xml, */*;q=0.1" })).status).toBe(200);
});

test("the same seed gives the same rows", async () => {
  await using other = await serveContract(document, key);
  const [{ mbs } = {}] = await rowsAt("/subjekt/?offset=0&limit=1");
  const headers = { [service.contract.keyHeader]: key };
  const texts = [service, other].map(async (one) =>
    (await one.fetch(`http://127.0.0.1/javni/subjekt/${mbs}`, { headers })).text(),
  );
  const [first, second] = await Promise.all(texts);
  expect(first).toBe(second);
});

test("a contract with tokens alone opens to no key", async () => {
  const { token } = components.securitySchemes;
  const tokensAlone = { ...document, components: { ...components, securitySchemes: { token } } };
  await using other = await serveContract(tokensAlone, key);
  expect(other.contract.keyHeader).toBe("");
  expect((await other.fetch("http://127.0.0.1/javni/jezik", { headers: { "X-Key": key } })).status).toBe(401);
});
